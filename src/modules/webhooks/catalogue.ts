import { Type, type TSchema } from 'typebox';
import { AnyObject, StringEnum, Timestamp } from '../../platform/http/schema.ts';

export type EventTypeInfo = {
  type: string;
  description: string;
  /** Of `data`. */
  schema: TSchema;
  /** A whole payload, as it is posted. */
  example: { type: string; timestamp: string; data: Record<string, unknown> };
};

const at = '2026-11-21T09:40:00.000Z';

function own(
  type: string,
  description: string,
  schema: TSchema,
  data: Record<string, unknown>,
): EventTypeInfo {
  return { type, description, schema, example: { type, timestamp: at, data } };
}

/** A type that the organization's own services publish; the payload is theirs. */
function external(type: string, description: string, data: Record<string, unknown>): EventTypeInfo {
  return own(
    type,
    `${description} Published by your own services with POST /events; the data is theirs.`,
    AnyObject(),
    data,
  );
}

const exampleId = 'webhook_01kf3vbq2ye5rstv5n1v0m2r8k';
const exampleVerification = 'verification_01kf3vm9c4e6g8j0m2p4r6t8v0';

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
      event: StringEnum([event]),
      verificationId: Type.String(),
      ...extras.schema,
    }),
    { event, verificationId: exampleVerification, ...extras.example },
  );
}

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
      reason: StringEnum(['gone', 'failing']),
      disabledAt: Timestamp('When it was deactivated.'),
    }),
    { webhookId: exampleId, name: 'Ledger', reason: 'failing', disabledAt: at },
  ),
  own(
    'webhook.test',
    'What POST /webhooks/:id/test sends, to that subscription only.',
    Type.Object({ webhookId: Type.String() }),
    { webhookId: exampleId },
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
      schema: { kind: StringEnum(['bvn', 'nin', 'liveness', 'face_match', 'account']), reason },
      example: { kind: 'bvn', reason: 'name_mismatch' },
    },
  ),
  external('email.sent', 'An e-mail was handed over.', { messageId: 'm-1042' }),
  external('email.failed', 'An e-mail could not be delivered.', { messageId: 'm-1042' }),
  external('file.uploaded', 'A file was stored.', { fileId: 'f-77', bytes: 52_114 }),
];

/** The event that lets people try a subscription. */
export function testEvent(webhookId: string): { type: string; data: { webhookId: string } } {
  return { type: 'webhook.test', data: { webhookId } };
}
