import { Type } from 'typebox';
import { Nullable, Timestamp } from '../../platform/http/schema.ts';
import { defineEvent } from '../webhooks/index.ts';

const fields = {
  keyId: Type.String(),
  hint: Type.String({ description: 'First and last characters of the key.' }),
  expiresAt: Nullable(Timestamp('When it stops working.')),
};
const schema = Type.Object(fields);
/** Hidden from readers of events, because their scope does not include reading keys. */
const REDACT = ['hint'] as const;
const EXAMPLE = {
  keyId: 'key_01kf3v9k1weh2v8y6m3q4n5s7t',
  hint: 'ork_x4Yk…9fQz',
  expiresAt: '2026-12-21T09:31:00.000Z',
};

export const keyCreated = defineEvent('key.created', {
  description: 'An API key of the organization was created.',
  schema,
  example: EXAMPLE,
  redact: REDACT,
});

export const keyRotated = defineEvent('key.rotated', {
  description: 'An API key was replaced by this one.',
  schema: Type.Object({ ...fields, rotatedFrom: Type.String() }),
  example: { ...EXAMPLE, rotatedFrom: 'key_01kf3v7a0b4c6d8e9f1g2h3j4k' },
  redact: REDACT,
});

export const keyRevoked = defineEvent('key.revoked', {
  description: 'An API key was revoked.',
  schema,
  example: EXAMPLE,
  redact: REDACT,
});

export const keyOwnerLeft = defineEvent('key.owner_left', {
  description:
    'The person who made or rotated the API key is no longer a member, or has no role left. The key still works.',
  schema: Type.Object({ ...fields, madeBy: Type.String({ description: 'Id of the person.' }) }),
  example: { ...EXAMPLE, madeBy: 'usr_00000000008g2q4k9v1m7c5d3e' },
  redact: REDACT,
});

export const keyExpiring = defineEvent('key.expiring', {
  description:
    'An API key without a replacement expires within 30, 7 or 1 days: one event for each.',
  schema: Type.Object({ ...fields, days: Type.Integer({ description: '30, 7 or 1.' }) }),
  example: { ...EXAMPLE, days: 30 },
  redact: REDACT,
});

export const events = [keyCreated, keyRotated, keyRevoked, keyOwnerLeft, keyExpiring];
