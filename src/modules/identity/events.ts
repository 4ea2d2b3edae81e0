import { Type } from 'typebox';
import { Only, StringEnum } from '../../platform/http/schema.ts';
import { defineEvent } from '../webhooks/index.ts';
import { KINDS } from './kinds/schemas.ts';

const verificationId = Type.String();
const EXAMPLE_ID = 'verification_01kf3vm9c4e6g8j0m2p4r6t8v0';
const kind = StringEnum('VerificationKind', KINDS);
const reason = Type.Optional(
  Type.String({ description: 'The reason in one word; more may be added.' }),
);

export const bvnVerified = defineEvent('identity.bvn.verified', {
  description: 'A Bank Verification Number matches the expected name.',
  schema: Type.Object({ event: Only('IDENTITY_BVN_VERIFIED'), verificationId }),
  example: { event: 'IDENTITY_BVN_VERIFIED', verificationId: EXAMPLE_ID },
});

export const ninVerified = defineEvent('identity.nin.verified', {
  description: 'A national identification number of any country matches the expected name.',
  schema: Type.Object({ event: Only('IDENTITY_NIN_VERIFIED'), verificationId }),
  example: { event: 'IDENTITY_NIN_VERIFIED', verificationId: EXAMPLE_ID },
});

export const livenessPassed = defineEvent('identity.liveness.passed', {
  description: 'A selfie shows a live person.',
  schema: Type.Object({ event: Only('IDENTITY_LIVENESS_PASSED'), verificationId }),
  example: { event: 'IDENTITY_LIVENESS_PASSED', verificationId: EXAMPLE_ID },
});

export const livenessFailed = defineEvent('identity.liveness.failed', {
  description: 'A selfie failed the liveness check. Followed by identity.verification.failed.',
  schema: Type.Object({ event: Only('IDENTITY_LIVENESS_FAILED'), verificationId, reason }),
  example: { event: 'IDENTITY_LIVENESS_FAILED', verificationId: EXAMPLE_ID, reason: 'spoof' },
});

export const faceMatched = defineEvent('identity.face.matched', {
  description: 'A selfie and a reference photo are similar enough.',
  schema: Type.Object({ event: Only('IDENTITY_FACE_MATCHED'), verificationId }),
  example: { event: 'IDENTITY_FACE_MATCHED', verificationId: EXAMPLE_ID },
});

export const accountVerified = defineEvent('identity.account.verified', {
  description: 'The holder of a bank account matches the expected name.',
  schema: Type.Object({ event: Only('IDENTITY_ACCOUNT_VERIFIED'), verificationId }),
  example: { event: 'IDENTITY_ACCOUNT_VERIFIED', verificationId: EXAMPLE_ID },
});

export const verificationFailed = defineEvent('identity.verification.failed', {
  description: 'A verification of any kind failed. None is sent while no provider can be reached.',
  schema: Type.Object({
    event: Only('IDENTITY_VERIFICATION_FAILED'),
    verificationId,
    kind,
    reason,
  }),
  example: {
    event: 'IDENTITY_VERIFICATION_FAILED',
    verificationId: EXAMPLE_ID,
    kind: 'bvn',
    reason: 'name_mismatch',
  },
});

export const deadLetterGivenUp = defineEvent('identity.dead_letter.given_up', {
  description:
    'A verification that no provider could answer is not repeated: an operator has discarded it, it has waited too long, ' +
    'or its consent was withdrawn.',
  schema: Type.Object({
    event: Only('IDENTITY_DEAD_LETTER_GIVEN_UP'),
    verificationId,
    kind,
    reason: StringEnum('DeadLetterEnd', ['discarded', 'expired', 'consent_withdrawn']),
  }),
  example: {
    event: 'IDENTITY_DEAD_LETTER_GIVEN_UP',
    verificationId: EXAMPLE_ID,
    kind: 'bvn',
    reason: 'expired',
  },
});

export const verificationRevealed = defineEvent('identity.verification.revealed', {
  description: 'A person saw the decrypted answer of a provider.',
  schema: Type.Object({
    event: Only('IDENTITY_VERIFICATION_REVEALED'),
    verificationId,
    revealId: Type.String(),
  }),
  example: {
    event: 'IDENTITY_VERIFICATION_REVEALED',
    verificationId: EXAMPLE_ID,
    revealId: 'reveal_01kf3vm9c4e6g8j0m2p4r6t8v0',
  },
});

const consentId = Type.String();
const EXAMPLE_CONSENT = 'consent_01kf3vm9c4e6g8j0m2p4r6t8v0';

export const consentRecorded = defineEvent('identity.consent.recorded', {
  description: 'A consent was recorded, by itself or by the first verification that carries it.',
  schema: Type.Object({ event: Only('IDENTITY_CONSENT_RECORDED'), consentId }),
  example: { event: 'IDENTITY_CONSENT_RECORDED', consentId: EXAMPLE_CONSENT },
});

export const consentWithdrawn = defineEvent('identity.consent.withdrawn', {
  description: 'A consent was withdrawn. No verification uses it again.',
  schema: Type.Object({ event: Only('IDENTITY_CONSENT_WITHDRAWN'), consentId }),
  example: { event: 'IDENTITY_CONSENT_WITHDRAWN', consentId: EXAMPLE_CONSENT },
});

export const events = [
  bvnVerified,
  ninVerified,
  livenessPassed,
  livenessFailed,
  faceMatched,
  accountVerified,
  verificationFailed,
  deadLetterGivenUp,
  verificationRevealed,
  consentRecorded,
  consentWithdrawn,
];
