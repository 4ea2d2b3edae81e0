/** Verifications in the form for answers. */
import { Type } from 'typebox';
import { Nullable, StringEnum, Timestamp } from '../../../platform/http/schema.ts';
import { Metadata } from '../audit/metadata.ts';
import type { ShownVerification } from '../audit/verifications.ts';
import { consentWithdrawnAt } from '../consent/schemas.ts';
import { withdrawalFrom } from '../consent/withdrawals.ts';
import { KINDS } from '../kinds/schemas.ts';
import { Status } from '../verify/schemas.ts';

export const verificationFields = {
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
  consentWithdrawnAt,
};
export const Verification = Type.Object(verificationFields, { title: 'IdentityVerification' });
export function toVerification(record: ShownVerification) {
  const { id, subjectId, kind, country, status, reason, metadata, provider } = record;
  const { identifierLast4, replayOf, verifiedAt, consentWithdrawnAt: withdrawnAt } = record;
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
    ...withdrawalFrom(withdrawnAt),
  };
}
