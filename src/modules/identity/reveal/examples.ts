import { examplePage } from '../../../platform/http/schema.ts';

const REVEAL = {
  id: 'reveal_01kf3vm9c4e6g8j0m2p4r6t8v0',
  reasonCode: 'dispute' as const,
  revealedAt: '2026-11-21T10:15:00.000Z',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  revealIdentityVerification: {
    body: { reasonCode: 'dispute', reason: 'The customer disputes the date of birth.' },
    data: {
      ...REVEAL,
      verificationId: 'verification_01kf3vm9c4e6g8j0m2p4r6t8v0',
      kind: 'bvn' as const,
      provider: 'provider-1',
      reasonHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      fields: ['firstName', 'lastName'],
      answer: { firstName: 'Ada', lastName: 'Obi' },
    },
  },
  listIdentityReveals: {
    data: examplePage({
      ...REVEAL,
      revealedBy: 'user_01kf3vm9c4e6g8j0m2p4r6t8v0',
      approvalId: null,
      reason: 'The customer disputes the date of birth.',
    }),
  },
};
