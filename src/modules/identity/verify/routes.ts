import type { TSchema } from 'typebox';
import type { Tx } from '../../../platform/db/database.ts';
import type { ErrorDetail } from '../../../platform/errors/index.ts';
import type { Policy } from '../../../platform/http/policy.ts';
import { defineRoute, type AnyRoute } from '../../../platform/http/route.ts';
import { imageInputProblems, readImage } from '../images/read.ts';
import type { BiometricImage } from '../images/schemas.ts';
import { bankCodeProblem, identifierProblem } from '../kinds/identifiers.ts';
import { HOME_COUNTRY } from '../kinds.ts';
import type { IdentityParts } from '../parts.ts';
import type { Question } from './question.ts';
import * as schemas from './schemas.ts';
import type { Verified } from './verifier.ts';

export const read: Policy = {
  scope: 'identity:verify',
  context: 'organization',
  plan: 'detection_pack',
  rateLimit: 'identity',
  perEndpoint: true,
  idempotency: false,
};
export const write: Policy = { ...read, idempotency: true };

/** Base64 of one or two images of 5 MiB, in units of the server's limit. */
const ONE_IMAGE = 7;
const TWO_IMAGES = 14;

const contract = { tag: 'Identity', extension: false, status: 200 } as const;

const VERIFICATION_ID = 'verification_01kf3vm9c4e6g8j0m2p4r6t8v0';
const SUBJECT_ID = 'customer-1042';
const matchAgainst = { firstName: 'Adaeze', lastName: 'Okafor', dateOfBirth: '1991-04-12' };
export const exampleProfile = {
  firstName: 'ADAEZE',
  middleName: 'CHIOMA',
  lastName: 'OKAFOR',
  dateOfBirth: '1991-04-12',
  gender: 'female' as const,
  phoneNumber: null,
  address: null,
};
/** Stripes, which the sandbox takes for a face. */
const image = {
  base64:
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAABlBMVEX///+AQCB/4KczAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFElEQVQoz2P4DwQMIDDKGGWQzgAA8SD/ATxUg1EAAAAASUVORK5CYII=',
  contentType: 'image/png' as const,
};
const head = { verificationId: VERIFICATION_ID, status: 'verified' as const };
const person = { ...head, matchScore: 100, profile: exampleProfile };
const PROVIDER = 'provider-1';
const DEAD =
  'When no provider can be reached the answer is 200 with status `provider_down`, and the request waits in the ' +
  'dead letters to be asked again.';

/** The part of a route that asks outside and writes the outcome down. */
export function asking(parts: IdentityParts) {
  return {
    claimMs: () => parts.verifier.longestMs,
    creates: {
      resource: 'verification',
      ids: (data: { verificationId: string }) => [data.verificationId],
    },
    writeAll: (tx: Tx, verified: Verified[]) => parts.verifier.writeAll(tx, verified),
  };
}

/** What the answers of all endpoints are made of. */
export function outcomeOf({ record, judgement }: Verified) {
  return { verificationId: record.id, ...judgement };
}

/** The contract's endpoints, one a kind; all of them ask in Nigeria. */
export function perKindRoutes(parts: IdentityParts): AnyRoute[] {
  const asks = asking(parts);
  const country = HOME_COUNTRY;
  const imageProblems = (input: Record<string, BiometricImage>): ErrorDetail[] =>
    Object.entries(input).flatMap(([field, given]) =>
      imageInputProblems(given, field, parts.images.rules),
    );
  const ask = (orgId: string, question: Question): Promise<Verified> =>
    parts.verifier.ask(orgId, question);

  const personRoute = <K extends 'bvn' | 'nin'>(
    kind: K,
    body: TSchema,
    data: TSchema,
    what: string,
  ): AnyRoute =>
    defineRoute({
      ...contract,
      method: 'POST',
      path: `/identity/verify-${kind}`,
      operationId: kind === 'bvn' ? 'verifyBvn' : 'verifyNin',
      summary: `Verify a ${what} against a name`,
      description: `\`verified\` from a score of 70. ${DEAD}`,
      policy: write,
      body: body as typeof schemas.VerifyBvn,
      data: data as typeof schemas.BvnResult,
      example: {
        body: { subjectId: SUBJECT_ID, [kind]: '22123456780', matchAgainst },
        data: { ...person, kind },
      },
      ...asks,
      prepare: ({ orgId, body: input }) =>
        ask(orgId, {
          kind,
          country,
          subjectId: input.subjectId,
          identifier: (input as unknown as Record<K, string>)[kind],
          claimed: input.matchAgainst,
        }),
      answer: (_context, verified) => {
        const { verificationId: id, status, matchScore, profile } = outcomeOf(verified);
        return { verificationId: id, kind: kind as 'bvn', status, matchScore, profile };
      },
    });

  return [
    personRoute('bvn', schemas.VerifyBvn, schemas.BvnResult, 'Bank Verification Number'),
    personRoute('nin', schemas.VerifyNin, schemas.NinResult, 'National Identification Number'),
    defineRoute({
      ...contract,
      method: 'POST',
      path: '/identity/liveness',
      operationId: 'checkLiveness',
      summary: 'Check that a selfie shows a live person',
      description: DEAD,
      policy: write,
      body: schemas.CheckLiveness,
      bodyLimitFactor: ONE_IMAGE,
      data: schemas.LivenessResult,
      example: {
        body: { subjectId: SUBJECT_ID, image },
        data: { ...head, kind: 'liveness', score: 97, provider: PROVIDER },
      },
      ...asks,
      check: ({ body }) => imageProblems({ image: body.image }),
      prepare: async ({ orgId, body }) =>
        ask(orgId, {
          kind: 'liveness',
          country,
          subjectId: body.subjectId,
          image: await readImage(body.image, 'image', orgId, parts.images),
        }),
      answer: (_context, verified) => {
        const { verificationId: id, status, score, reason } = outcomeOf(verified);
        return {
          verificationId: id,
          kind: 'liveness' as const,
          status,
          score,
          provider: verified.record.provider,
          ...(reason !== null && { reason }),
        };
      },
    }),
    defineRoute({
      ...contract,
      method: 'POST',
      path: '/identity/face-match',
      operationId: 'matchFaces',
      summary: 'Compare a selfie with a reference photo',
      description: DEAD,
      policy: write,
      body: schemas.MatchFaces,
      bodyLimitFactor: TWO_IMAGES,
      data: schemas.FaceMatchResult,
      example: {
        body: { subjectId: SUBJECT_ID, selfie: image, reference: image },
        data: { ...head, kind: 'face_match', similarity: 92, provider: PROVIDER },
      },
      ...asks,
      check: ({ body: { selfie, reference } }) => imageProblems({ selfie, reference }),
      prepare: async ({ orgId, body }) => {
        const [selfie, reference] = await Promise.all([
          readImage(body.selfie, 'selfie', orgId, parts.images),
          readImage(body.reference, 'reference', orgId, parts.images),
        ]);
        const threshold = body.threshold ?? schemas.DEFAULT_FACE_THRESHOLD;
        return ask(orgId, {
          kind: 'face_match',
          country,
          subjectId: body.subjectId,
          selfie,
          reference,
          threshold: Math.min(100, Math.max(0, threshold)),
        });
      },
      answer: (_context, verified) => {
        const { verificationId: id, status, similarity } = outcomeOf(verified);
        const { provider: label } = verified.record;
        return {
          verificationId: id,
          kind: 'face_match' as const,
          status,
          similarity,
          provider: label,
        };
      },
    }),
    defineRoute({
      ...contract,
      method: 'POST',
      path: '/identity/verify-account',
      operationId: 'verifyAccount',
      summary: 'Verify the holder of a bank account',
      description: DEAD,
      policy: write,
      body: schemas.VerifyAccount,
      data: schemas.AccountResult,
      example: {
        body: {
          subjectId: SUBJECT_ID,
          accountNumber: '0123456780',
          bankCode: '058',
          expectedName: { firstName: 'Adaeze', lastName: 'Okafor' },
        },
        data: {
          ...head,
          kind: 'account',
          matchScore: 100,
          resolvedName: 'OKAFOR ADAEZE CHIOMA',
          provider: PROVIDER,
        },
      },
      ...asks,
      check: ({ body }) =>
        problems({
          accountNumber: identifierProblem(country, 'account', body.accountNumber),
          bankCode: bankCodeProblem(country, body.bankCode),
        }),
      prepare: ({ orgId, body }) =>
        ask(orgId, {
          kind: 'account',
          country,
          subjectId: body.subjectId,
          identifier: body.accountNumber,
          bankCode: body.bankCode,
          claimed: body.expectedName,
          threshold: body.threshold ?? schemas.DEFAULT_ACCOUNT_THRESHOLD,
        }),
      answer: (_context, verified) => {
        const { verificationId: id, status, matchScore, resolvedName } = outcomeOf(verified);
        const { provider: label } = verified.record;
        return {
          verificationId: id,
          kind: 'account' as const,
          status,
          matchScore,
          resolvedName,
          provider: label,
        };
      },
    }),
  ];
}

/** Those fields that have one. */
export function problems(fields: Record<string, string | undefined>): ErrorDetail[] {
  return Object.entries(fields).flatMap(([path, message]) =>
    message === undefined ? [] : [{ path, message }],
  );
}
