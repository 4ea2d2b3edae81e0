import { defineRoute, WRITE } from '../access.ts';
import { QUESTIONS } from './requests.ts';
import * as schemas from './schemas.ts';
import { outcomeOf, verification, verifyWithConsent } from './verification.ts';
import { EXAMPLES } from './examples.ts';
import type { Verified } from './verifier.ts';
import { withExamples } from '../../../platform/http/route.ts';

/** Base64 of one or two images of 5 MiB, in units of the server's limit. */
const ONE_IMAGE = 7;
const TWO_IMAGES = 14;

const CONTRACT = { tag: 'Identity', extension: false } as const;

const DEAD =
  'If no provider can be reached, the answer is 200 with status `provider_down`, and the request waits in the ' +
  'dead letters for a replay.';

/** Returns the answer about a number whose record was compared with a claimed name. */
function numberAnswer<One extends 'bvn' | 'nin'>(kind: One, verified: Verified) {
  const { verificationId, status, matchScore, profile, fields, withdrawn } = outcomeOf(verified);
  const known = { verificationId, kind, status, matchScore, profile };
  return { ...known, ...(fields && { fields }), ...withdrawn };
}

/** The contract's endpoints, one per kind, for Nigeria unless the request has a `country`. */
export const perKindRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...CONTRACT,
    method: 'POST',
    path: '/identity/verify-bvn',
    operationId: 'verifyBvn',
    summary: 'Verify a Bank Verification Number against a name',
    description: `\`verified\` from a score of 70. ${DEAD}`,
    policy: WRITE,
    body: schemas.VerifyBvn,
    data: schemas.BvnResult,
    ...verification,
    check: QUESTIONS.bvn.check,
    prepare: async (context, db) =>
      verifyWithConsent(context, db, await QUESTIONS.bvn.request(context)),
    answer: (_context, verified) => numberAnswer('bvn', verified),
  }),
  defineRoute({
    ...CONTRACT,
    method: 'POST',
    path: '/identity/verify-nin',
    operationId: 'verifyNin',
    summary: 'Verify a National Identification Number against a name',
    description: `\`verified\` from a score of 70. ${DEAD}`,
    policy: WRITE,
    body: schemas.VerifyNin,
    data: schemas.NinResult,
    ...verification,
    check: QUESTIONS.nin.check,
    prepare: async (context, db) =>
      verifyWithConsent(context, db, await QUESTIONS.nin.request(context)),
    answer: (_context, verified) => numberAnswer('nin', verified),
  }),
  defineRoute({
    ...CONTRACT,
    method: 'POST',
    path: '/identity/liveness',
    operationId: 'checkLiveness',
    summary: 'Check that a selfie shows a live person',
    description: DEAD,
    policy: WRITE,
    body: schemas.CheckLiveness,
    bodyLimitFactor: ONE_IMAGE,
    data: schemas.LivenessResult,
    ...verification,
    check: QUESTIONS.liveness.check,
    prepare: async (context, db) =>
      verifyWithConsent(context, db, await QUESTIONS.liveness.request(context)),
    answer: (_context, verified) => {
      const { verificationId, status, score, reason, withdrawn } = outcomeOf(verified);
      return {
        verificationId,
        kind: 'liveness' as const,
        status,
        score,
        provider: verified.record.provider,
        ...(reason !== null && { reason }),
        ...withdrawn,
      };
    },
  }),
  defineRoute({
    ...CONTRACT,
    method: 'POST',
    path: '/identity/face-match',
    operationId: 'matchFaces',
    summary: 'Compare a selfie with a reference photo',
    description: DEAD,
    policy: WRITE,
    body: schemas.MatchFaces,
    bodyLimitFactor: TWO_IMAGES,
    data: schemas.FaceMatchResult,
    ...verification,
    check: QUESTIONS.face_match.check,
    prepare: async (context, db) =>
      verifyWithConsent(context, db, await QUESTIONS.face_match.request(context)),
    answer: (_context, verified) => {
      const { verificationId, status, similarity, withdrawn } = outcomeOf(verified);
      const { provider: label } = verified.record;
      return {
        verificationId,
        kind: 'face_match' as const,
        status,
        similarity,
        provider: label,
        ...withdrawn,
      };
    },
  }),
  defineRoute({
    ...CONTRACT,
    method: 'POST',
    path: '/identity/verify-account',
    operationId: 'verifyAccount',
    summary: 'Verify the holder of a bank account',
    description: DEAD,
    policy: WRITE,
    body: schemas.VerifyAccount,
    data: schemas.AccountResult,
    ...verification,
    check: QUESTIONS.account.check,
    prepare: async (context, db) =>
      verifyWithConsent(context, db, await QUESTIONS.account.request(context)),
    answer: (_context, verified) => {
      const { verificationId, status, matchScore, resolvedName, fields, withdrawn } =
        outcomeOf(verified);
      const { provider: label } = verified.record;
      return {
        verificationId,
        kind: 'account' as const,
        status,
        matchScore,
        resolvedName,
        provider: label,
        ...(fields && { fields }),
        ...withdrawn,
      };
    },
  }),
]);
