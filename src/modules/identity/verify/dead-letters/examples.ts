import type { DeadLetter } from './schemas.ts';
import { examplePage } from '../../../../platform/http/schema.ts';

const EXAMPLE: DeadLetter = {
  id: 'deadletter_01kf3vn2b7s0t9v8w6x4y2z0a1',
  organizationId: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
  verificationId: 'verification_01kf3vm9c4e6g8j0m2p4r6t8v0',
  kind: 'bvn',
  country: 'NG',
  status: 'waiting',
  replayable: true,
  replays: 1,
  replayedAs: null,
  dueAt: null,
  createdAt: '2026-11-21T09:45:00.000Z',
  updatedAt: '2026-11-21T09:47:00.000Z',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  listDeadLetters: {
    data: examplePage({ ...EXAMPLE, failures: [{ provider: 'provider-1', outcome: 'timeout' }] }),
  },
  replayDeadLetter: {
    data: {
      ...EXAMPLE,
      status: 'replayed',
      replayable: false,
      replayedAs: 'verification_01kf3vp6d8f0h2k4n6q8s0t2w4',
    },
  },
  discardDeadLetter: { data: { ...EXAMPLE, status: 'discarded', replayable: false } },
  listProviders: {
    data: {
      providers: [
        {
          label: 'provider-1',
          state: 'closed',
          kinds: ['bvn', 'nin'],
          lastOutcome: 'ok',
          lastFailureAt: null,
          pausedUntil: null,
        },
      ],
    },
  },
};
