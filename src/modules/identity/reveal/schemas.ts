import { Type, type Static } from 'typebox';
import { Nullable, PageOf, Strict, StringEnum, Timestamp } from '../../../platform/http/schema.ts';
import { consentWithdrawnAt } from '../consent/schemas.ts';
import { KINDS } from '../kinds/schemas.ts';

export const REVEAL_REASONS = [
  'customer_request',
  'dispute',
  'fraud_investigation',
  'legal_request',
  'quality_check',
  'other',
] as const;
const reasonCode = StringEnum('RevealReason', REVEAL_REASONS);

/** The length of a reason, in characters. */
export const REVEAL_REASON = { minLength: 10, maxLength: 2000 };

export const RevealRequest = Strict({
  reasonCode,
  reason: Type.String({
    ...REVEAL_REASON,
    pattern: '\\S',
    description: 'The reason in a sentence, for later readers; stored encrypted.',
  }),
});
export type RevealRequest = Static<typeof RevealRequest>;

const revealedAt = Timestamp('When the answer was decrypted.');

export const Revealed = Type.Object(
  {
    id: Type.String(),
    verificationId: Type.String(),
    kind: StringEnum('VerificationKind', KINDS),
    provider: Nullable(Type.String(), { description: 'Label of the provider that answered.' }),
    reasonCode,
    reasonHash: Type.String({
      description:
        'Salted SHA-256 of the reason, in hex, as in the audit log. The salt is sealed with the reason.',
    }),
    fields: Type.Array(Type.String(), {
      description:
        'Names of the fields in `answer`, as in the audit log; at most 200. `*` replaces a name that no adapter knows.',
    }),
    answer: Type.Unknown({
      description: 'The answer as the provider sent it: JSON, or a text if it is not JSON.',
    }),
    revealedAt,
    consentWithdrawnAt,
  },
  { title: 'RevealedVerification' },
);
export type Revealed = Static<typeof Revealed>;

export const Reveal = Type.Object(
  {
    id: Type.String(),
    revealedBy: Type.String({ description: 'Id of the member who saw the answer.' }),
    approvalId: Nullable(Type.String(), {
      description: 'The request of the other person; null where one person was enough.',
    }),
    reasonCode,
    reason: Nullable(Type.String(), {
      description: 'Null if no key of this installation opens it.',
    }),
    revealedAt,
  },
  { title: 'VerificationReveal' },
);
export type Reveal = Static<typeof Reveal>;
export const RevealPage = PageOf(Reveal);
