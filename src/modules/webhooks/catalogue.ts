import { Type, type TSchema } from 'typebox';
import { AnyObject, Only, StringEnum, Timestamp } from '../../platform/http/schema.ts';
import { AT, own, type EventTypeInfo } from './catalogue-entry.ts';
import { federationEventTypes } from './catalogue-federation.ts';

/** A type that the organization's own services publish; the payload is theirs. */
function external(type: string, description: string, data: Record<string, unknown>): EventTypeInfo {
  return own(
    type,
    `${description} Published by your own services with POST /events; the data is theirs.`,
    AnyObject(),
    data,
  );
}

const EXAMPLE_ID = 'webhook_01kf3vbq2ye5rstv5n1v0m2r8k';
const EXAMPLE_THREAD = 'thread_01kf3w0q2s4v6x8z0b2d4f6h8k';
const EXAMPLE_MESSAGE = 'message_01kf3w3m5p7r9t1v3x5z7b9d1f';
const EXAMPLE_PARTICIPANT = 'participant_01kf3w1a3c5e7g9j1m3p5r7t9v';
const THREAD_STATUSES = ['OPEN', 'CLOSED', 'ARCHIVED'];
const EXAMPLE_EXPORT = 'export_01kf3w8k2m4p6r8t0v2x4z6b8d';
const EXAMPLE_VERIFICATION = 'verification_01kf3vm9c4e6g8j0m2p4r6t8v0';

/** Of an identity verification; `event` is its kind in capital letters. No personal data. */
function identity(
  type: string,
  event: string,
  description: string,
  extras: { schema: Record<string, TSchema>; example: Record<string, string> } = {
    schema: {},
    example: {},
  },
): EventTypeInfo {
  return own(
    type,
    description,
    Type.Object({
      event: Only(event),
      verificationId: Type.String(),
      ...extras.schema,
    }),
    { event, verificationId: EXAMPLE_VERIFICATION, ...extras.example },
  );
}

/** Of an export. */
function exported(
  type: string,
  description: string,
  schema: Record<string, TSchema>,
  example: Record<string, unknown>,
): EventTypeInfo {
  return own(
    type,
    description,
    Type.Object({
      exportId: Type.String(),
      dataType: StringEnum('ExportDataType', ['messages', 'usage', 'webhooks', 'invoices']),
      format: StringEnum('ExportFormat', ['CSV', 'JSON']),
      ...schema,
    }),
    { exportId: EXAMPLE_EXPORT, dataType: 'messages', format: 'CSV', ...example },
  );
}

const identityKind = StringEnum('VerificationKind', [
  'bvn',
  'nin',
  'liveness',
  'face_match',
  'account',
]);
const reason = Type.Optional(Type.String({ description: 'Why, in one word; more may be added.' }));

/**
 * The catalogue of `GET /webhooks/event-types`. Other types can be published and subscribed to just as
 * well; these are the ones that mean something to Oriki or are customary.
 */
export const eventTypes: EventTypeInfo[] = [
  own(
    'webhook.disabled',
    'A subscription was deactivated: its receiver answered 410 Gone, or nothing succeeded for five days. ' +
      'Sent to the other subscriptions of the organization.',
    Type.Object({
      webhookId: Type.String(),
      name: Type.String(),
      reason: StringEnum('WebhookDisabledReason', ['gone', 'failing']),
      disabledAt: Timestamp('When it was deactivated.'),
    }),
    { webhookId: EXAMPLE_ID, name: 'Ledger', reason: 'failing', disabledAt: AT },
  ),
  own(
    'webhook.test',
    'What POST /webhooks/:id/test sends, to that subscription only.',
    Type.Object({ webhookId: Type.String() }),
    { webhookId: EXAMPLE_ID },
  ),
  identity(
    'identity.bvn.verified',
    'IDENTITY_BVN_VERIFIED',
    'A Bank Verification Number matches the expected name.',
  ),
  identity(
    'identity.nin.verified',
    'IDENTITY_NIN_VERIFIED',
    'A national identification number, of whatever country, matches the expected name.',
  ),
  identity('identity.liveness.passed', 'IDENTITY_LIVENESS_PASSED', 'A selfie shows a live person.'),
  identity(
    'identity.liveness.failed',
    'IDENTITY_LIVENESS_FAILED',
    'A selfie failed the liveness check. Followed by identity.verification.failed.',
    { schema: { reason }, example: { reason: 'spoof' } },
  ),
  identity(
    'identity.face.matched',
    'IDENTITY_FACE_MATCHED',
    'A selfie and a reference photo are similar enough.',
  ),
  identity(
    'identity.account.verified',
    'IDENTITY_ACCOUNT_VERIFIED',
    'The holder of a bank account matches the expected name.',
  ),
  identity(
    'identity.verification.failed',
    'IDENTITY_VERIFICATION_FAILED',
    'A verification of any kind failed. None is sent while no provider can be reached.',
    {
      schema: { kind: identityKind, reason },
      example: { kind: 'bvn', reason: 'name_mismatch' },
    },
  ),
  identity(
    'identity.dead_letter.given_up',
    'IDENTITY_DEAD_LETTER_GIVEN_UP',
    'A verification that no provider could answer is not asked again: an operator has discarded it, or it has waited ' +
      'too long.',
    {
      schema: { kind: identityKind, reason: StringEnum('DeadLetterEnd', ['discarded', 'expired']) },
      example: { kind: 'bvn', reason: 'expired' },
    },
  ),
  own(
    'screening.hit.created',
    'An enrolled subject matches an entry of a list: a new hit, or one that is open again because the ' +
      'subject or the entry has changed.',
    Type.Object({
      hitId: Type.String(),
      subjectId: Type.String(),
      listKind: StringEnum('SubjectListKind', [
        'sanctions',
        'pep',
        'adverse_media',
        'tenant_blocklist',
      ]),
      listId: Type.String(),
      entryId: Type.String(),
      score: Type.Number({ description: '0 to 100.' }),
    }),
    {
      hitId: 'hit_01kf3vm9c4e6g8j0m2p4r6t8v0',
      subjectId: 'customer-17',
      listKind: 'sanctions',
      listId: 'glist_01kf3vhz6wf0p8a2m4q6s8v0x2',
      entryId: 'entry_01kf3vc7p0f3a9z4q7x2c5b8nd',
      score: 92.4,
    },
  ),
  own(
    'thread.created',
    'A thread was started.',
    Type.Object({ threadId: Type.String(), channel: Type.String({ description: 'Its slug.' }) }),
    { threadId: EXAMPLE_THREAD, channel: 'support' },
  ),
  own(
    'thread.status_changed',
    'A thread was closed, opened again or archived.',
    Type.Object({
      threadId: Type.String(),
      status: StringEnum('ThreadStatus', THREAD_STATUSES),
      previousStatus: StringEnum('ThreadStatus', THREAD_STATUSES),
    }),
    { threadId: EXAMPLE_THREAD, status: 'CLOSED', previousStatus: 'OPEN' },
  ),
  own(
    'message.created',
    'A message was sent. Of one thread, the sequence gives the order.',
    Type.Object({
      threadId: Type.String(),
      messageId: Type.String(),
      sequence: Type.Integer(),
      participantId: Type.String({ description: 'Who sent it.' }),
      type: StringEnum('MessageType', ['TEXT', 'FILE', 'SYSTEM']),
    }),
    {
      threadId: EXAMPLE_THREAD,
      messageId: EXAMPLE_MESSAGE,
      sequence: 2,
      participantId: EXAMPLE_PARTICIPANT,
      type: 'TEXT',
    },
  ),
  own(
    'thread.read',
    'A participant has read further in a thread.',
    Type.Object({
      threadId: Type.String(),
      participantId: Type.String(),
      lastReadMessageId: Type.String(),
      unreadCount: Type.Integer({ description: 'What is unread in the thread after that.' }),
    }),
    {
      threadId: EXAMPLE_THREAD,
      participantId: EXAMPLE_PARTICIPANT,
      lastReadMessageId: EXAMPLE_MESSAGE,
      unreadCount: 0,
    },
  ),
  exported(
    'export.completed',
    'An export is finished: its file can be downloaded.',
    {
      recordCount: Type.Integer({ description: 'Rows in the file.' }),
      fileSize: Type.Integer({ description: 'Bytes.' }),
      truncated: Type.Boolean({ description: 'Whether there were more rows than allowed.' }),
    },
    { recordCount: 312, fileSize: 48_213, truncated: false },
  ),
  exported(
    'export.failed',
    'An export could not be made.',
    { error: Type.String({ description: 'Why, in words.' }) },
    { error: 'the file store is full' },
  ),
  own(
    'permissions.changed',
    'Something was created, updated or deleted that decides who may do what. Assignments and relationships are named ' +
      'by id only.',
    Type.Object({
      revision: Type.Integer({ description: 'Of the permissions after the change.' }),
      resource: StringEnum('PermissionResource', [
        'module',
        'role',
        'assignment',
        'policy',
        'relationship',
        'import',
      ]),
      id: Type.String({
        description: 'What has changed. Of an import: the prefix of the member of a federation.',
      }),
      action: StringEnum('PermissionChange', ['created', 'updated', 'deleted']),
      ownChanges: Type.Optional(
        Type.Integer({
          description:
            'Of an import: how many assignments, roles and policies of the organization’s own changed or went with it. ' +
            'Up to 200 have an event each.',
        }),
      ),
    }),
    {
      revision: 12,
      resource: 'role',
      id: 'role_01kf3x1b3d5f7h9k1m3p5r7t9v',
      action: 'updated',
    },
  ),
  ...federationEventTypes,
  external('email.sent', 'An e-mail was handed over.', { messageId: 'm-1042' }),
  external('email.failed', 'An e-mail could not be delivered.', { messageId: 'm-1042' }),
  external('file.uploaded', 'A file was stored.', { fileId: 'f-77', bytes: 52_114 }),
];

/** The event that lets people try a subscription. */
export function testEvent(webhookId: string): { type: string; data: { webhookId: string } } {
  return { type: 'webhook.test', data: { webhookId } };
}
