import { Type } from 'typebox';
import '../../../platform/calendar/iso-time.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { defineRoute, READ } from '../access.ts';
import {
  DaysOf,
  DaysQuery,
  ExternalId,
  idParam,
  Nullable,
  PAGE_CAP,
  PageOf,
  pageQuery,
  StringEnum,
} from '../../../platform/http/schema.ts';
import { withRange } from '../../../platform/calendar/iso-time.ts';
import { listVerifications, verificationsByDay } from '../audit/verifications.ts';
import { KINDS } from '../kinds/schemas.ts';
import { findVerification } from '../verify/verification.ts';
import { Status } from '../verify/schemas.ts';
import { VERIFICATION_PREFIX } from '../verify/verifier.ts';
import { EXAMPLES } from './examples.ts';
import { toVerification, Verification, verificationFields } from './shown.ts';
import { withExamples } from '../../../platform/http/route.ts';

const StoredVerification = Type.Object(
  {
    ...verificationFields,
    rawResponseEncrypted: Nullable(Type.String(), {
      description:
        'Answer of the provider, encrypted: `<keyId>|<wrappedDEK>|<iv>|<authTag>|<ciphertext>`. Null when ' +
        'no answer arrived or no key-management provider is configured.',
    }),
  },
  { title: 'StoredIdentityVerification' },
);

function instant(description: string) {
  return Type.Optional(Type.String({ format: 'iso-8601', description }));
}

async function getVerification(db: Queryable, orgId: string, id: string) {
  const row = await findVerification(db, orgId, id);
  return { ...toVerification(row), rawResponseEncrypted: row.envelope };
}

/** Reads audit rows. */
export const historyRoutes = withExamples(EXAMPLES, [
  defineRoute({
    method: 'GET',
    path: '/identity/verifications',
    operationId: 'listIdentityVerifications',
    tag: 'Identity',
    summary: 'List verifications, newest first',
    extension: true,
    policy: READ,
    query: Type.Object({
      subjectId: Type.Optional(ExternalId({})),
      kind: Type.Optional(StringEnum('VerificationKind', KINDS)),
      status: Type.Optional(Status),
      from: instant('ISO 8601; verified at or after it.'),
      to: instant('ISO 8601; verified before it.'),
      replays: Type.Optional(
        Type.Boolean({
          description:
            '`false` omits calls that repeat another from the dead letters (`replayOf`).',
        }),
      ),
      ...pageQuery(PAGE_CAP),
    }),
    appended: ['cursor'],
    data: PageOf(Verification),
    handle: async ({ orgId, query }, db) => {
      const { items, ...page } = await listVerifications(db, orgId, withRange(query));
      return { items: items.map(toVerification), ...page };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/identity/verifications/by-day',
    operationId: 'countIdentityVerificationsByDay',
    tag: 'Identity',
    summary: 'Count verifications by day and outcome',
    extension: true,
    policy: READ,
    query: Type.Object({
      kind: Type.Optional(StringEnum('VerificationKind', KINDS)),
      ...DaysQuery.properties,
    }),
    data: DaysOf('IdentityVerificationsByDay', {
      verified: Type.Integer(),
      failed: Type.Integer(),
      providerDown: Type.Integer(),
    }),
    handle: ({ orgId, query }, db) => verificationsByDay(db, orgId, query),
  }),
  defineRoute({
    method: 'GET',
    path: '/identity/verifications/:id',
    operationId: 'getIdentityVerification',
    tag: 'Identity',
    summary: 'Read one verification with its encrypted answer',
    extension: true,
    policy: READ,
    params: Type.Object({ id: idParam('verification', VERIFICATION_PREFIX) }),
    data: StoredVerification,
    handle: ({ orgId, params }, db) => getVerification(db, orgId, params.id),
  }),
]);
