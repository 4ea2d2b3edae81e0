import { examplePage } from '../../platform/http/schema.ts';
import type { CaseSettings } from './rule/schemas.ts';
import type { Case, CaseSummary } from './schemas.ts';

const EXAMPLE_PERSON = { kind: 'person' as const, id: 'usr_00000000008g2q4k9v1m7c5d3e' };

export const EXAMPLE_SUMMARY: CaseSummary = {
  id: 'case_01kf3w4h6j8k0m2n4p6q8r0s2t',
  subjectId: 'customer-17',
  status: 'IN_REVIEW',
  outcome: null,
  priority: 'URGENT',
  isPrioritySet: false,
  assignee: EXAMPLE_PERSON.id,
  dueAt: '2026-11-24T17:00:00.000Z',
  type: 'onboarding',
  tags: ['branch-lagos'],
  snoozedUntil: null,
  claim: { by: EXAMPLE_PERSON, until: '2026-11-21T10:00:00.000Z' },
  origin: 'hand',
  createdBy: EXAMPLE_PERSON,
  revision: 2,
  createdAt: '2026-11-21T09:40:00.000Z',
  updatedAt: '2026-11-21T09:45:00.000Z',
  closedAt: null,
};

export const EXAMPLE_HIT_ID = 'hit_01kf3vm9c4e6g8j0m2p4r6t8v0';
const EXAMPLE_FILE = {
  id: 'casefile_01kf3w6m8n0p2q4r6s8t0v2w4x',
  name: 'passport.pdf',
  contentType: 'application/pdf',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  size: 4,
  addedBy: EXAMPLE_PERSON,
  addedAt: '2026-11-21T09:44:00.000Z',
};
export const EXAMPLE_NOTE =
  'The date of birth differs; asked the branch for a copy of the passport.';

export const EXAMPLE_CASE: Case = {
  ...EXAMPLE_SUMMARY,
  subject: { id: 'customer-17', isEnrolled: true, label: 'S… O… S…' },
  items: [
    {
      id: EXAMPLE_HIT_ID,
      kind: 'hit',
      state: 'open',
      hit: {
        subjectId: 'customer-17',
        listKind: 'tenant_blocklist',
        listId: 'list_01kf3vbq2ye5rstv5n1v0m2r8k',
        entryId: 'entry_01kf3vc7p0f3a9z4q7x2c5b8nd',
        listedName: 'Sean OBrien Smith',
        score: 100,
        revision: 1,
      },
      title: null,
      addedBy: EXAMPLE_PERSON,
      addedAt: '2026-11-21T09:40:00.000Z',
    },
  ],
  notes: [
    {
      id: 'casenote_01kf3w5k7m9n1p3q5r7s9t1v3w',
      text: EXAMPLE_NOTE,
      by: EXAMPLE_PERSON,
      createdAt: '2026-11-21T09:42:00.000Z',
    },
  ],
  files: [EXAMPLE_FILE],
  history: [
    {
      id: 'casechange_01kf3w4h6j8k0m2n4p6q8r0s2v',
      change: 'created',
      detail: { itemIds: [EXAMPLE_HIT_ID] },
      by: EXAMPLE_PERSON,
      at: '2026-11-21T09:40:00.000Z',
    },
  ],
  historyTotal: 1,
  itemsTotal: 1,
  notesTotal: 1,
  itemsNext: null,
  notesNext: null,
  historyNext: null,
};

const EXAMPLE: CaseSettings = {
  organizationId: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
  listKinds: ['sanctions', 'tenant_blocklist'],
  minScore: 90,
  assignee: null,
  assigneeRole: 'analyst',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  addCaseNote: {
    body: { text: EXAMPLE_NOTE },
    data: { id: EXAMPLE_CASE.notes[0]!.id, caseId: EXAMPLE_CASE.id },
  },
  createCase: {
    body: { subjectId: EXAMPLE_SUMMARY.subjectId, note: EXAMPLE_NOTE },
    data: { ...EXAMPLE_SUMMARY, status: 'OPEN', assignee: null, claim: null, revision: 1 },
  },
  listCases: { query: { status: 'IN_REVIEW' }, data: examplePage(EXAMPLE_SUMMARY) },
  getCase: { query: { itemsAfter: `1_${EXAMPLE_HIT_ID}` }, data: EXAMPLE_CASE },
  updateCase: {
    body: { expectedRevision: 1, status: 'IN_REVIEW' },
    data: EXAMPLE_SUMMARY,
  },
  claimCase: { data: EXAMPLE_SUMMARY },
  claimNextCase: { data: EXAMPLE_SUMMARY },
  takeOverCase: { body: { reason: 'Ada is on leave.' }, data: EXAMPLE_SUMMARY },
  releaseCase: { data: { ...EXAMPLE_SUMMARY, claim: null } },
  attachCaseFile: {
    body: { name: EXAMPLE_FILE.name, contentType: EXAMPLE_FILE.contentType, base64: 'dGVzdA==' },
    data: { id: EXAMPLE_FILE.id, caseId: EXAMPLE_SUMMARY.id, size: EXAMPLE_FILE.size },
  },
  getCaseFile: { data: { ...EXAMPLE_FILE, base64: 'dGVzdA==' } },
  removeCaseFile: { data: EXAMPLE_SUMMARY },
  addCaseItems: {
    body: { ids: [EXAMPLE_HIT_ID] },
    data: { ...EXAMPLE_SUMMARY, added: [EXAMPLE_HIT_ID] },
  },
  removeCaseItem: { data: EXAMPLE_SUMMARY },
  getCaseSettings: { data: EXAMPLE },
  updateCaseSettings: {
    body: {
      listKinds: EXAMPLE.listKinds,
      minScore: EXAMPLE.minScore,
      assigneeRole: 'analyst' as const,
    },
    data: EXAMPLE,
  },
};
