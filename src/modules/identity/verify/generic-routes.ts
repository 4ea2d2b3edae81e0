import type { ErrorDetail } from '../../../platform/errors/index.ts';
import { defineRoute, READ, WRITE } from '../access.ts';
import { Type } from 'typebox';
import { kindsCatalogue } from '../kinds/catalogue.ts';
import {
  bankCodeProblem,
  identifierProblem,
  normaliseIdentifier,
  supported,
} from '../kinds/identifiers.ts';
import { CatalogueEntry, type IdentifierKind } from '../kinds/schemas.ts';
import type { ClaimedPerson, VerificationRequest } from './verification-request.ts';

import {
  verifyWithConsent,
  consentFieldProblems,
  nameProblem,
  outcomeOf,
  problems,
  verification,
  type Caller,
} from './verification.ts';
import {
  DEFAULT_ACCOUNT_THRESHOLD,
  Resolve,
  ResolveResult,
  Verify,
  VerifyResult,
} from './schemas.ts';
import type { Verified } from './verifier.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const EXTENSION = { tag: 'Identity' } as const;

function toVerificationRequest(
  body: Resolve,
  claimed: ClaimedPerson | undefined,
): VerificationRequest {
  const { subjectId, kind, bankCode } = body;
  const country = body.country.toUpperCase();
  const identifier = normaliseIdentifier(country, kind, body.identifier);
  if (kind === 'vnin')
    return { kind: 'nin', country, subjectId, identifier, isVirtual: true, claimed };
  return kind === 'account'
    ? {
        kind,
        country,
        subjectId,
        identifier,
        bankCode: bankCode!,
        claimed,
        threshold: DEFAULT_ACCOUNT_THRESHOLD,
      }
    : { kind, country, subjectId, identifier, claimed };
}

function bankCodeFieldProblem(
  country: string,
  kind: Resolve['kind'],
  bankCode: string | undefined,
): string | undefined {
  if (kind !== 'account')
    return bankCode === undefined ? undefined : 'is allowed with account only';
  return bankCode === undefined ? 'is required with account' : bankCodeProblem(country, bankCode);
}

function check(asked: Caller<Resolve>): ErrorDetail[] {
  const {
    services: { verifier },
    body: { kind, identifier, bankCode, ...body },
  } = asked;
  const country = body.country.toUpperCase();
  if (!supported(country, kind) || !verifier.answers(country, kind))
    return [{ path: 'kind', message: `is not supported in ${country}` }];
  const isVirtual = kind === 'vnin';
  const recorded = isVirtual ? 'nin' : kind;
  return [
    ...problems({
      identifier: identifierProblem(country, kind, identifier),
      bankCode: bankCodeFieldProblem(country, kind, bankCode),
    }),
    ...consentFieldProblems(asked, { kind: recorded, country, isVirtual }),
  ];
}

function found(verified: Verified) {
  const { verificationId, status, profile, resolvedName, reason, matchScore, fields, withdrawn } =
    outcomeOf(verified);
  const { kind, country, provider } = verified.record;
  return {
    verificationId,
    kind: kind as IdentifierKind,
    country,
    status,
    profile,
    resolvedName,
    provider,
    ...(reason !== null && { reason }),
    matchScore,
    ...(fields && { fields }),
    ...withdrawn,
  };
}

/** The endpoints for all countries, and the catalog of countries and kinds. */
export const genericRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...EXTENSION,
    method: 'POST',
    path: '/identity/resolve',
    operationId: 'resolveIdentity',
    summary: 'Look up the owner of an identifier',
    description:
      'Status `verified` means that a record was found. The look-up is an audit row like any other; it emits an event ' +
      'only when it fails.',
    extension: false,
    policy: WRITE,
    body: Resolve,
    data: ResolveResult,
    ...verification,
    check,
    prepare: (context, db) =>
      verifyWithConsent(context, db, toVerificationRequest(context.body, undefined)),
    answer: (_context, verified) => {
      const { matchScore: _none, ...resolution } = found(verified);
      return resolution;
    },
  }),
  defineRoute({
    ...EXTENSION,
    method: 'POST',
    path: '/identity/verify',
    operationId: 'verifyIdentity',
    summary: 'Verify an identifier of any supported country against a name',
    description: '`verified` from a score of 70.',
    extension: false,
    policy: WRITE,
    body: Verify,
    data: VerifyResult,
    ...verification,
    check: (asked) => [
      ...check(asked),
      ...problems({ 'matchAgainst.firstName': nameProblem(asked.body.matchAgainst) }),
    ],
    prepare: (context, db) => {
      const { body } = context;
      return verifyWithConsent(context, db, toVerificationRequest(body, body.matchAgainst));
    },
    answer: (_context, verified) => found(verified),
  }),
  defineRoute({
    ...EXTENSION,
    method: 'GET',
    path: '/identity/kinds',
    operationId: 'listIdentityKinds',
    summary: 'List countries, kinds and formats of identifiers',
    description:
      'The kinds and countries that `POST /identity/resolve` and `POST /identity/verify` accept.',
    extension: true,
    policy: (({ plan: _none, ...policy }) => policy)(READ),
    data: Type.Object({ kinds: Type.Array(CatalogueEntry) }),
    handle: async ({ services: { verifier } }) => ({
      kinds: kindsCatalogue.filter(({ country, kind }) => verifier.answers(country, kind)),
    }),
  }),
]);
