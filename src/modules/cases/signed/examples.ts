import { EXAMPLE_CASE, EXAMPLE_SUMMARY } from '../examples.ts';
import { FORMAT, type SignedCase } from './schemas.ts';

const { createdBy } = EXAMPLE_SUMMARY;
const AUDIT_ID = 'audit_01kf3wztd2f4h6k8n0q2s4v6x8';
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const [item] = EXAMPLE_CASE.items;
const { hit: _hit, ...shownItem } = item!;

const EXAMPLE_SIGNED: SignedCase = {
  format: FORMAT,
  organization: { id: 'org_01kf3v0a2c4e6g8j0m2p4r6t8v', name: 'Example Bank' },
  printedBy: createdBy,
  printedAt: '2026-11-21T11:00:00.000Z',
  case: EXAMPLE_SUMMARY,
  subjects: [
    {
      subjectId: 'customer-17',
      name: 'Seán O’Brien-Smith',
      dob: '1980-02-28',
      country: 'IE',
      kinds: ['tenant_blocklist'],
      threshold: 80,
      openHits: 0,
      createdAt: '2026-11-20T09:00:00.000Z',
      updatedAt: '2026-11-20T09:00:00.000Z',
    },
  ],
  hits: [
    {
      id: shownItem.id,
      subjectId: 'customer-17',
      listKind: 'tenant_blocklist',
      listId: 'list_01kf3vbq2ye5rstv5n1v0m2r8k',
      entryId: 'entry_01kf3vc7p0f3a9z4q7x2c5b8nd',
      listRevision: 1,
      status: 'false_positive',
      score: 100,
      reopenedBecause: null,
      closedBecause: null,
      match: null,
      revision: 2,
      createdAt: '2026-11-21T09:40:00.000Z',
      updatedAt: '2026-11-21T10:02:00.000Z',
      decisions: [
        {
          id: 'decision_01kf3wztd2f4h6k8n0q2s4v6x8',
          decision: 'false_positive',
          reason: {
            text: 'Another date of birth: the passport says 28 February.',
            salt: 'AAECAwQFBgcICQoLDA0ODw==',
            hash: HASH,
          },
          reasonCode: null,
          findings: null,
          decidedBy: createdBy.id,
          onBehalfOf: null,
          apiKeyId: null,
          decidedAt: '2026-11-21T10:02:00.000Z',
          listRevision: 1,
          hitRevision: 2,
          approvalId: null,
          auditId: AUDIT_ID,
        },
      ],
    },
  ],
  entries: [],
  approvals: [],
  items: [{ ...shownItem, state: 'false_positive' }],
  notes: EXAMPLE_CASE.notes,
  files: EXAMPLE_CASE.files,
  history: EXAMPLE_CASE.history,
  callers: [{ id: createdBy.id, name: 'Ada Obi' }],
  audit: [
    {
      id: AUDIT_ID,
      at: '2026-11-21T10:02:00.000Z',
      actor: createdBy,
      action: 'hit.decide',
      objectId: shownItem.id,
      before: { status: 'open', revision: 1 },
      after: { status: 'false_positive', revision: 2, reasonCode: null, reasonHash: HASH },
      rowHash: HASH,
      link: { seq: 41, hash: HASH },
    },
  ],
  chainHead: { seq: 41, hash: HASH },
  sha256: HASH,
  signature:
    'eyJhbGciOiJFZERTQSIsImtpZCI6ImtQcksycW1NWjV3IiJ9..c2lnbmF0dXJlIG9mIDY0IGJ5dGVzLCBpbiBiYXNlNjR1cmw',
};

/** The example of the case file. */
export const EXAMPLES = { getSignedCase: { data: EXAMPLE_SIGNED } };
