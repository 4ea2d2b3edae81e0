import { Type } from 'typebox';
import '../../../platform/calendar/iso-time.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { found } from '../../../platform/errors/index.ts';
import { defineRoute } from '../access.ts';
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
  Timestamp,
} from '../../../platform/http/schema.ts';
import { isId } from '../../../platform/ids.ts';
import { withRange } from '../../../platform/calendar/iso-time.ts';
import type { VerificationRecord } from '../audit/record.ts';
import {
  listVerifications,
  selectVerification,
  verificationsByDay,
} from '../audit/verifications.ts';
import { KINDS } from '../kinds.ts';
import { Metadata } from '../audit/metadata.ts';
import { READ } from '../verify/verification.ts';
import { Status } from '../verify/schemas.ts';
import { VERIFICATION_PREFIX } from '../verify/verifier.ts';
import { EXAMPLES } from './examples.ts';

const fields = {
  verificationId: Type.String(),
  subjectId: Type.String(),
  kind: StringEnum('VerificationKind', KINDS),
  country: Type.String(),
  status: Status,
  reason: Nullable(Type.String(), { description: 'With `failed`, the reason: one word.' }),
  metadata: Metadata,
  provider: Nullable(Type.String(), { description: 'Label of the provider that answered.' }),
  identifierLast4: Nullable(Type.String(), {
    description: 'Null for images, and while the organization has it turned off.',
  }),
  replayOf: Nullable(Type.String(), {
    description: 'The unanswered call that this one repeats from the dead letters.',
  }),
  verifiedAt: Timestamp('When the call was answered.'),
};
const Verification = Type.Object(fields, { title: 'IdentityVerification' });
const StoredVerification = Type.Object(
  {
    ...fields,
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

function toVerification(record: VerificationRecord) {
  const { id, subjectId, kind, country, status, reason, metadata, provider } = record;
  const { identifierLast4, replayOf, verifiedAt } = record;
  return {
    verificationId: id,
    subjectId,
    kind,
    country,
    status,
    reason,
    metadata,
    provider,
    identifierLast4,
    replayOf,
    verifiedAt: verifiedAt.toISOString(),
  };
}

async function getVerification(db: Queryable, orgId: string, id: string) {
  const row = await found(
    'verification',
    isId(VERIFICATION_PREFIX, id) && selectVerification(db, orgId, id),
  );
  return { ...toVerification(row), rawResponseEncrypted: row.envelope };
}

/** Reads audit rows. */
export const historyRoutes = [
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
    status: 200,
    data: PageOf(Verification),
    example: EXAMPLES.listIdentityVerifications,
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
    status: 200,
    data: DaysOf('IdentityVerificationsByDay', {
      verified: Type.Integer(),
      failed: Type.Integer(),
      providerDown: Type.Integer(),
    }),
    example: EXAMPLES.countIdentityVerificationsByDay,
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
    status: 200,
    data: StoredVerification,
    example: EXAMPLES.getIdentityVerification,
    handle: ({ orgId, params }, db) => getVerification(db, orgId, params.id),
  }),
];
