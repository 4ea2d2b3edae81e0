import { Type } from 'typebox';
import { idParam, PAGE_CAP, pageQuery } from '../../../platform/http/schema.ts';
import { defineRoute, READ as READ_VERIFICATIONS, type Policy } from '../access.ts';
import { VERIFICATION_PREFIX } from '../verify/verifier.ts';
import { EXAMPLES } from './examples.ts';
import {
  listReveals,
  MAX_PER_DAY,
  prepareReveal,
  recordReveal,
  REVEAL_ACTION,
  REVEAL_FACTS,
} from './reveal.ts';
import { Revealed, RevealPage, RevealRequest } from './schemas.ts';
import { withExamples } from '../../../platform/http/route.ts';

const READ: Policy = { ...READ_VERIFICATIONS, scope: 'identity:reveal' };
const COMMON = {
  tag: 'Identity',
  extension: true,
  params: Type.Object({ id: idParam('verification', VERIFICATION_PREFIX) }),
} as const;

/** Decrypts the stored answer of a provider. */
export const REVEAL_ROUTE = defineRoute({
  ...COMMON,
  method: 'POST',
  path: '/identity/verifications/:id/reveal',
  operationId: 'revealIdentityVerification',
  audit: {
    action: REVEAL_ACTION,
    does: 'saw the answer of an identity provider',
    shows: REVEAL_FACTS,
  },
  summary: 'Decrypt the stored answer of a provider',
  description:
    `For people only, at most ${MAX_PER_DAY} times in 24 hours each. The audit log records who, the code of the reason and the names ` +
    'of the fields. The answer is not recorded: a repeated idempotency key is 409.',
  policy: { ...READ, idempotency: true, stepUp: true, peopleOnly: true, rereadsCaller: true },
  replay: 'never',
  body: RevealRequest,
  data: Revealed,
  errors: ['CONFLICT', 'APPROVAL_REQUIRED'],
  example: EXAMPLES.revealIdentityVerification,
  prepare: ({ services, orgId, params: { id }, body, actor }, db) =>
    prepareReveal(db, services.envelopes, { orgId, verificationId: id, actor }, body),
  handle: ({ actor }, tx, prepared) => recordReveal(tx, prepared, actor),
});

/** Shows people the decrypted answers of providers. */
export const revealRoutes = withExamples(EXAMPLES, [
  REVEAL_ROUTE,
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/identity/verifications/:id/reveals',
    operationId: 'listIdentityReveals',
    summary: 'List who saw the answer of a verification, newest first',
    description: 'With the reasons, decrypted.',
    policy: READ,
    query: Type.Object(pageQuery(PAGE_CAP)),
    data: RevealPage,
    handle: ({ services, orgId, params: { id }, query }, db) =>
      listReveals(db, services.envelopes, { orgId, verificationId: id }, query),
  }),
]);
