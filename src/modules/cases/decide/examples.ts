import { EXAMPLE_CASE, EXAMPLE_HIT_ID, EXAMPLE_NOTE, EXAMPLE_SUMMARY } from '../examples.ts';

const DECISIONS = [{ hitId: EXAMPLE_HIT_ID, decision: 'false_positive' }];

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  decideCase: {
    body: {
      expectedRevision: 2,
      decisions: DECISIONS,
      reason: EXAMPLE_NOTE,
      reasonCode: 'known_customer',
      outcome: 'FALSE_POSITIVE',
    },
    data: {
      ...EXAMPLE_SUMMARY,
      status: 'CLOSED',
      outcome: 'FALSE_POSITIVE',
      claim: null,
      revision: 3,
      updatedAt: '2026-11-21T09:50:00.000Z',
      closedAt: '2026-11-21T09:50:00.000Z',
      noteId: EXAMPLE_CASE.notes[0]!.id,
      decided: [EXAMPLE_HIT_ID],
      identical: [],
    },
  },
};
