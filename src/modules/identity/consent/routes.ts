import { Type } from 'typebox';
import { idParam } from '../../../platform/http/schema.ts';
import { defineRoute, READ, WRITE } from '../access.ts';
import {
  consentProblems,
  getConsent,
  listConsents,
  recordConsent,
  withdrawConsent,
  getSettings,
  updateSettings,
} from './consent.ts';
import { EXAMPLES } from './examples.ts';
import {
  Consent,
  CONSENT_PREFIX,
  ConsentPage,
  ConsentQuery,
  IdentitySettings,
  RecordConsent,
  UpdateIdentitySettings,
} from './schemas.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Identity', extension: true } as const;
const params = Type.Object({ id: idParam('consent', CONSENT_PREFIX) });
const FACTS = ['channel', 'sha256', 'withdrawnAt'] as const;
/** A repetition leaves no row in the audit log. */
function okWhen({ created }: { created?: boolean }): boolean {
  return created === false;
}

const SETTINGS = { ...COMMON, path: '/identity/settings', data: IdentitySettings } as const;

/** Consents of people, and the kinds of verification that require one. */
export const consentRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/identity/consents',
    operationId: 'recordIdentityConsent',
    audit: { action: 'consent.record', does: 'recorded a consent', shows: FACTS },
    summary: 'Record a consent',
    description:
      'The same consent again is 200 with the recorded one. The reference of another consent of the subject, or of one that was ' +
      'withdrawn, is 409.',
    policy: WRITE,
    body: RecordConsent,
    check: ({ body }) => consentProblems(body),
    status: 201,
    okWhen,
    data: Consent,
    errors: ['CONFLICT'],
    creates: { resource: 'consent', ids: (data: Consent) => [data.id] },
    handle: ({ orgId, body }, tx) => recordConsent(tx, orgId, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/identity/consents',
    operationId: 'listIdentityConsents',
    summary: 'List consents, newest first',
    policy: READ,
    query: ConsentQuery,
    data: ConsentPage,
    handle: ({ orgId, query }, db) => listConsents(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/identity/consents/:id',
    operationId: 'getIdentityConsent',
    summary: 'Fetch a consent',
    policy: READ,
    params,
    data: Consent,
    handle: ({ orgId, params: { id } }, db) => getConsent(db, orgId, id),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/identity/consents/:id/withdraw',
    operationId: 'withdrawIdentityConsent',
    audit: { action: 'consent.withdraw', does: 'withdrew a consent', shows: FACTS },
    summary: 'Withdraw a consent',
    description:
      'No verification uses it again, and every later answer about the subject has `consentWithdrawnAt`. A repeat changes nothing.',
    policy: WRITE,
    params,
    okWhen,
    data: Consent,
    prepare: ({ services: { consents }, orgId, params: { id } }, db) =>
      consents.expectWithdrawal(db, orgId, id),
    handle: ({ orgId, params: { id } }, tx) => withdrawConsent(tx, orgId, id),
  }),
  defineRoute({
    ...SETTINGS,
    method: 'GET',
    operationId: 'getIdentitySettings',
    summary: 'Read which verifications require a consent',
    policy: READ,
    handle: ({ orgId }, db) => getSettings(db, orgId),
  }),
  defineRoute({
    ...SETTINGS,
    method: 'PATCH',
    operationId: 'updateIdentitySettings',
    audit: {
      action: 'identity_settings.update',
      does: 'changed which verifications require a consent',
      shows: ['consentKinds'],
    },
    summary: 'Change which verifications require a consent',
    description: 'Takes effect on every process within 5 seconds.',
    policy: { ...WRITE, scope: 'identity:manage' },
    body: UpdateIdentitySettings,
    handle: ({ orgId, body }, tx) => updateSettings(tx, orgId, body),
  }),
]);
