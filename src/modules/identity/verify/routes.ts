import type { ErrorDetail } from '../../../platform/errors/index.ts';
import { defineRoute, type IdentityServices } from '../access.ts';
import { imageInputProblems, readImage } from '../images/read.ts';
import type { BiometricImage } from '../images/schemas.ts';
import { bankCodeProblem, identifierProblem, normaliseIdentifier } from '../kinds/identifiers.ts';
import { HOME_COUNTRY, type Kind } from '../kinds.ts';

import * as schemas from './schemas.ts';
import { nameProblem, outcomeOf, problems, verification, WRITE } from './verification.ts';
import { EXAMPLES } from './examples.ts';

/** Base64 of one or two images of 5 MiB, in units of the server's limit. */
const ONE_IMAGE = 7;
const TWO_IMAGES = 14;

const CONTRACT = { tag: 'Identity', extension: false, status: 200 } as const;

const DEAD =
  'If no provider can be reached, the answer is 200 with status `provider_down`, and the request waits in the ' +
  'dead letters for a replay.';

function imageProblems(
  { images }: IdentityServices,
  input: Record<string, BiometricImage>,
): ErrorDetail[] {
  return Object.entries(input).flatMap(([field, given]) =>
    imageInputProblems(given, field, images.rules),
  );
}

type WithCountry = { country?: string };

function countryOf({ country = HOME_COUNTRY }: WithCountry): string {
  return country.toUpperCase();
}

/** The problem of a country that the kind has no chain for. Without `country` such a call is `provider_down`. */
function countryProblems(
  { verifier }: IdentityServices,
  kind: Kind,
  body: WithCountry,
): ErrorDetail[] {
  const known = verifier.countriesOf(kind);
  if (body.country === undefined || known.includes(countryOf(body))) return [];
  const those = known.length > 0 ? `; supported: ${known.join(', ')}` : '';
  return problems({ country: `is not supported for ${kind}${those}` });
}

function ninProblem(country: string, nin: string): string | undefined {
  const problem = identifierProblem(country, 'nin', nin);
  return problem && country === HOME_COUNTRY ? 'must be exactly 11 digits' : problem;
}

/** The problems of a country, else those of the fields whose format the country gives. */
function problemsIn(
  services: IdentityServices,
  kind: Kind,
  body: WithCountry,
  fields: (country: string) => Record<string, string | undefined>,
): ErrorDetail[] {
  const ofCountry = countryProblems(services, kind, body);
  return ofCountry.length > 0 ? ofCountry : problems(fields(countryOf(body)));
}

/** The contract's endpoints, one per kind, for Nigeria unless the request has a `country`. */
export const perKindRoutes = [
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
    example: EXAMPLES.verifyBvn,
    ...verification,
    check: ({ services, body }) =>
      problemsIn(services, 'bvn', body, () => ({
        'matchAgainst.firstName': nameProblem(body.matchAgainst),
      })),
    prepare: ({ services: { verifier }, orgId, body }) =>
      verifier.ask(orgId, {
        kind: 'bvn',
        country: countryOf(body),
        subjectId: body.subjectId,
        identifier: body.bvn,
        claimed: body.matchAgainst,
      }),
    answer: (_context, verified) => {
      const { verificationId, status, matchScore, profile, fields } = outcomeOf(verified);
      return {
        verificationId,
        kind: 'bvn' as const,
        status,
        matchScore,
        profile,
        ...(fields && { fields }),
      };
    },
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
    example: EXAMPLES.verifyNin,
    ...verification,
    check: ({ services, body }) =>
      problemsIn(services, 'nin', body, (country) => ({
        nin: ninProblem(country, body.nin),
        'matchAgainst.firstName': nameProblem(body.matchAgainst),
      })),
    prepare: ({ services: { verifier }, orgId, body }) =>
      verifier.ask(orgId, {
        kind: 'nin',
        country: countryOf(body),
        subjectId: body.subjectId,
        identifier: normaliseIdentifier(countryOf(body), 'nin', body.nin),
        claimed: body.matchAgainst,
      }),
    answer: (_context, verified) => {
      const { verificationId, status, matchScore, profile, fields } = outcomeOf(verified);
      return {
        verificationId,
        kind: 'nin' as const,
        status,
        matchScore,
        profile,
        ...(fields && { fields }),
      };
    },
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
    example: EXAMPLES.checkLiveness,
    ...verification,
    check: ({ services, body }) => [
      ...countryProblems(services, 'liveness', body),
      ...imageProblems(services, { image: body.image }),
    ],
    prepare: async ({ services: { verifier, images }, orgId, body }) =>
      verifier.ask(orgId, {
        kind: 'liveness',
        country: countryOf(body),
        subjectId: body.subjectId,
        image: await readImage(body.image, 'image', orgId, images),
      }),
    answer: (_context, verified) => {
      const { verificationId, status, score, reason } = outcomeOf(verified);
      return {
        verificationId,
        kind: 'liveness' as const,
        status,
        score,
        provider: verified.record.provider,
        ...(reason !== null && { reason }),
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
    example: EXAMPLES.matchFaces,
    ...verification,
    check: ({ services, body }) => [
      ...countryProblems(services, 'face_match', body),
      ...imageProblems(services, { selfie: body.selfie, reference: body.reference }),
    ],
    prepare: async ({ services: { verifier, images }, orgId, body }) => {
      const [selfie, reference] = await Promise.all([
        readImage(body.selfie, 'selfie', orgId, images),
        readImage(body.reference, 'reference', orgId, images),
      ]);
      const threshold = body.threshold ?? schemas.DEFAULT_FACE_THRESHOLD;
      return verifier.ask(orgId, {
        kind: 'face_match',
        country: countryOf(body),
        subjectId: body.subjectId,
        selfie,
        reference,
        threshold: Math.min(100, Math.max(0, threshold)),
      });
    },
    answer: (_context, verified) => {
      const { verificationId, status, similarity } = outcomeOf(verified);
      const { provider: label } = verified.record;
      return {
        verificationId,
        kind: 'face_match' as const,
        status,
        similarity,
        provider: label,
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
    example: EXAMPLES.verifyAccount,
    ...verification,
    check: ({ services, body }) =>
      problemsIn(services, 'account', body, (country) => ({
        accountNumber: identifierProblem(country, 'account', body.accountNumber),
        bankCode: bankCodeProblem(country, body.bankCode),
        'expectedName.firstName': nameProblem(body.expectedName),
      })),
    prepare: ({ services: { verifier }, orgId, body }) =>
      verifier.ask(orgId, {
        kind: 'account',
        country: countryOf(body),
        subjectId: body.subjectId,
        identifier: normaliseIdentifier(countryOf(body), 'account', body.accountNumber),
        bankCode: body.bankCode,
        claimed: body.expectedName,
        threshold: body.threshold ?? schemas.DEFAULT_ACCOUNT_THRESHOLD,
      }),
    answer: (_context, verified) => {
      const { verificationId, status, matchScore, resolvedName, fields } = outcomeOf(verified);
      const { provider: label } = verified.record;
      return {
        verificationId,
        kind: 'account' as const,
        status,
        matchScore,
        resolvedName,
        provider: label,
        ...(fields && { fields }),
      };
    },
  }),
];
