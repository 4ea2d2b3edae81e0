import { exampleExplanation } from '../../screening/index.ts';
import type { DecideHit, DecidedHit, SubjectHit } from './schemas.ts';
import { examplePage } from '../../../platform/http/schema.ts';

const exampleHit: SubjectHit = {
  id: 'hit_01kf3vm9c4e6g8j0m2p4r6t8v0',
  subjectId: 'customer-17',
  listKind: 'tenant_blocklist',
  listId: 'list_01kf3vbq2ye5rstv5n1v0m2r8k',
  entryId: 'entry_01kf3vc7p0f3a9z4q7x2c5b8nd',
  listRevision: 1,
  status: 'open',
  score: 100,
  reopenedBecause: null,
  closedBecause: null,
  match: {
    source: 'internal:fraud-2026',
    listName: 'Known fraudsters',
    name: 'Dr. Seán O’Brien-Smith Jr.',
    matchedName: 'Dr. Seán O’Brien-Smith Jr.',
    dob: '1980-02-29',
    country: 'IE',
    explanation: exampleExplanation,
  },
  revision: 1,
  assignee: null,
  dueAt: null,
  createdAt: '2026-11-21T09:40:00.000Z',
  updatedAt: '2026-11-21T09:40:00.000Z',
};
const EXAMPLE_DECISION: DecideHit = {
  decision: 'false_positive',
  reason: 'Another person: our customer was in the branch on that day.',
  onBehalfOf: 'analyst-4',
  expectedRevision: 1,
  reasonCode: 'known_customer',
};
const exampleDecided: DecidedHit = {
  ...exampleHit,
  status: 'false_positive',
  revision: 2,
  updatedAt: '2026-11-21T10:02:00.000Z',
  decisions: [
    {
      id: 'decision_01kf3wztd2f4h6k8n0q2s4v6x8',
      decision: EXAMPLE_DECISION.decision,
      reason: EXAMPLE_DECISION.reason,
      reasonCode: 'known_customer',
      findings: { score: exampleHit.score, ...exampleHit.match! },
      decidedBy: 'key_01kf3v0a2c4e6g8j0m2p4r6t8v',
      onBehalfOf: 'analyst-4',
      apiKeyId: 'key_01kf3v0a2c4e6g8j0m2p4r6t8v',
      decidedAt: '2026-11-21T10:02:00.000Z',
    },
  ],
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  listHits: {
    query: { status: 'open' },
    data: examplePage(exampleHit),
  },
  countHitsByDay: {
    query: { from: '2026-11-21' },
    data: {
      from: '2026-11-21T00:00:00.000Z',
      to: '2026-11-22T00:00:00.000Z',
      complete: true,
      days: [{ day: '2026-11-21', open: 2, trueMatch: 0, falsePositive: 5, closed: 1 }],
    },
  },
  getHit: { data: exampleDecided },
  assignHits: {
    body: { ids: [exampleHit.id], assignee: null, dueAt: '2026-11-28T17:00:00.000Z' },
    data: { ids: [exampleHit.id], assignee: null, dueAt: '2026-11-28T17:00:00.000Z' },
  },
  decideHit: { body: EXAMPLE_DECISION, data: exampleDecided },
};
