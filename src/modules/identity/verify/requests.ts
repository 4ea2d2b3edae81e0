/** The questions of the contract's endpoints, one per kind: their problems, and the request that the verifier gets. */
import type { Static } from 'typebox';
import type { ErrorDetail } from '../../../platform/errors/index.ts';
import type { IdentityServices } from '../access.ts';
import { imageInputProblems, readImage } from '../images/read.ts';
import type { BiometricImage } from '../images/schemas.ts';
import { bankCodeProblem, identifierProblem, normaliseIdentifier } from '../kinds/identifiers.ts';
import { HOME_COUNTRY, type Kind } from '../kinds/schemas.ts';
import * as schemas from './schemas.ts';
import {
  consentFieldProblems,
  nameProblem,
  problems,
  type Caller,
  type Consented,
} from './verification.ts';
import type { VerificationRequest } from './verification-request.ts';

type WithCountry = { country?: string };

/** The parts of a call that its request needs. */
type Asking<Body> = { services: Pick<IdentityServices, 'images'>; orgId: string; body: Body };

/** A question of one kind. */
type Question<Body> = {
  /** The problems of a body that fits its schema. */
  check: (asked: Caller<Body>) => ErrorDetail[];
  /** Reads images; call it outside of transactions. @throws ApiError BAD_REQUEST for an image */
  request: (asking: Asking<Body>) => Promise<VerificationRequest>;
};

/** The bodies of the endpoints, by kind. */
export type BodyOf = {
  bvn: Static<typeof schemas.VerifyBvn>;
  nin: Static<typeof schemas.VerifyNin>;
  liveness: Static<typeof schemas.CheckLiveness>;
  face_match: Static<typeof schemas.MatchFaces>;
  account: Static<typeof schemas.VerifyAccount>;
};

function imageProblems(
  { images }: Pick<IdentityServices, 'images'>,
  input: Record<string, BiometricImage>,
): ErrorDetail[] {
  return Object.entries(input).flatMap(([field, given]) =>
    imageInputProblems(given, field, images.rules),
  );
}

function countryOf({ country = HOME_COUNTRY }: WithCountry): string {
  return country.toUpperCase();
}

/**
 * Returns the problem of a country that the kind has no chain for. Without `country`, such a call is `provider_down`.
 */
export function countryProblems(
  { verifier }: Pick<IdentityServices, 'verifier'>,
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

/**
 * Returns the problems of a country, else the problems of the fields whose format the country determines, and of the
 * consent.
 */
function problemsIn(
  asked: Caller<WithCountry & Consented>,
  kind: Kind,
  fields: (country: string) => Record<string, string | undefined>,
): ErrorDetail[] {
  const ofCountry = countryProblems(asked.services, kind, asked.body);
  if (ofCountry.length > 0) return ofCountry;
  const country = countryOf(asked.body);
  return [...problems(fields(country)), ...consentFieldProblems(asked, { kind, country })];
}

/** The question of each endpoint. */
export const QUESTIONS: { [K in Kind]: Question<BodyOf[K]> } = {
  bvn: {
    check: (asked) =>
      problemsIn(asked, 'bvn', () => ({
        'matchAgainst.firstName': nameProblem(asked.body.matchAgainst),
      })),
    request: async ({ body }) => ({
      kind: 'bvn',
      country: countryOf(body),
      subjectId: body.subjectId,
      identifier: body.bvn,
      claimed: body.matchAgainst,
    }),
  },
  nin: {
    check: (asked) =>
      problemsIn(asked, 'nin', (country) => ({
        nin: ninProblem(country, asked.body.nin),
        'matchAgainst.firstName': nameProblem(asked.body.matchAgainst),
      })),
    request: async ({ body }) => ({
      kind: 'nin',
      country: countryOf(body),
      subjectId: body.subjectId,
      identifier: normaliseIdentifier(countryOf(body), 'nin', body.nin),
      claimed: body.matchAgainst,
    }),
  },
  liveness: {
    check: (asked) => [
      ...problemsIn(asked, 'liveness', () => ({})),
      ...imageProblems(asked.services, { image: asked.body.image }),
    ],
    request: async ({ services: { images }, orgId, body }) => ({
      kind: 'liveness',
      country: countryOf(body),
      subjectId: body.subjectId,
      image: await readImage(body.image, 'image', orgId, images),
    }),
  },
  face_match: {
    check: (asked) => [
      ...problemsIn(asked, 'face_match', () => ({})),
      ...imageProblems(asked.services, {
        selfie: asked.body.selfie,
        reference: asked.body.reference,
      }),
    ],
    request: async ({ services: { images }, orgId, body }) => {
      const [selfie, reference] = await Promise.all([
        readImage(body.selfie, 'selfie', orgId, images),
        readImage(body.reference, 'reference', orgId, images),
      ]);
      const threshold = body.threshold ?? schemas.DEFAULT_FACE_THRESHOLD;
      return {
        kind: 'face_match',
        country: countryOf(body),
        subjectId: body.subjectId,
        selfie,
        reference,
        threshold: Math.min(100, Math.max(0, threshold)),
      };
    },
  },
  account: {
    check: (asked) =>
      problemsIn(asked, 'account', (country) => ({
        accountNumber: identifierProblem(country, 'account', asked.body.accountNumber),
        bankCode: bankCodeProblem(country, asked.body.bankCode),
        'expectedName.firstName': nameProblem(asked.body.expectedName),
      })),
    request: async ({ body }) => ({
      kind: 'account',
      country: countryOf(body),
      subjectId: body.subjectId,
      identifier: normaliseIdentifier(countryOf(body), 'account', body.accountNumber),
      bankCode: body.bankCode,
      claimed: body.expectedName,
      threshold: body.threshold ?? schemas.DEFAULT_ACCOUNT_THRESHOLD,
    }),
  },
};
