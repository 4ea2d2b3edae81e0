import { examplePage } from '../../platform/http/schema.ts';
import type { ReasonSettings } from './reason-codes/schemas.ts';
import type { Approval, ApprovalSettings, PlatformApproval } from './schemas.ts';

const EXAMPLE: PlatformApproval = {
  id: 'approval_01kf3vd1mcfj5r2q1k0t9b7xyz',
  action: 'global_list.shrink',
  objectId: 'glist_01kf3vhz6wf0p8a2m4q6s8v0x2',
  detail: {
    sha256: 'b1ae2d4ae2e2ad2b20a2a1e5a28a8d8b2a5b6e64c1fa4e1a0d7c9e9d3f6b5a41',
    aliasesSha256: null,
    addressesSha256: null,
    commentsSha256: null,
    removedEntries: 5120,
    entries: 8976,
    removedAliases: 9210,
    aliases: 18_004,
    unusableRows: 0,
    usableEntries: 3856,
  },
  status: 'pending',
  askedBy: { kind: 'person', id: 'usr_01kf3vd1mcfj5r2q1k0t9b7xyz' },
  askedAt: '2026-11-21T09:45:00.000Z',
  expiresAt: '2026-11-22T09:45:00.000Z',
  answeredBy: null,
  answeredAt: null,
};
const SETTINGS: ApprovalSettings = {
  organizationId: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
  actions: ['hit.false_positive'],
  expiresHours: 24,
};
const REASONS: ReasonSettings = {
  organizationId: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
  codes: [
    { reasonCode: 'date_of_birth_differs', text: 'Date of birth differs' },
    { reasonCode: 'known_customer', text: 'Known customer, checked before' },
  ],
  required: true,
  textFrom: 95,
};
const example: Approval = {
  id: 'approval_01kf3vd1mcfj5r2q1k0t9b7xyz',
  action: 'hit.false_positive',
  objectId: 'hit_01kf3vd1mcfj5r2q1k0t9b7xyz',
  detail: {},
  status: 'pending',
  askedBy: { kind: 'person', id: 'usr_01kf3vd1mcfj5r2q1k0t9b7xyz' },
  askedAt: '2026-11-21T09:45:00.000Z',
  expiresAt: '2026-11-22T09:45:00.000Z',
  answeredBy: null,
  answeredAt: null,
};
const REJECTION = { reason: 'The date of birth differs.' };
const APPROVED = {
  status: 'approved',
  answeredBy: { kind: 'person', id: 'usr_00000000008g2q4k9v1m7c5d3e' },
  answeredAt: '2026-11-21T10:00:00.000Z',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  requestPlatformApproval: {
    body: { action: EXAMPLE.action, objectId: EXAMPLE.objectId },
    data: EXAMPLE,
  },
  listPlatformApprovals: { query: { status: 'pending' }, data: examplePage(EXAMPLE) },
  getPlatformApproval: { data: EXAMPLE },
  rejectPlatformApproval: {
    body: REJECTION,
    data: { ...EXAMPLE, status: 'rejected' },
  },
  explainPlatformApproval: {
    body: { reason: 'The publisher has announced it.' },
    data: { ...EXAMPLE, ...APPROVED },
  },
  getApprovalSettings: { data: SETTINGS },
  updateApprovalSettings: { body: { expiresHours: 24 }, data: SETTINGS },
  getReasons: { data: REASONS },
  updateReasons: { body: { codes: REASONS.codes, required: true }, data: REASONS },
  requestApproval: {
    body: {
      action: 'hit.false_positive',
      objectId: example.objectId,
      reason: 'Our customer was born in 1985.',
      reasonCode: 'date_of_birth_differs',
    },
    data: { ...example, reasonCode: 'date_of_birth_differs' },
  },
  listApprovals: {
    query: { status: 'pending' },
    data: examplePage(example),
  },
  getApproval: { data: example },
  rejectApproval: {
    body: REJECTION,
    data: { ...example, status: 'rejected' },
  },
  explainApproval: {
    body: { reason: 'The customer confirmed it by telephone.' },
    data: {
      ...example,
      action: 'list.remove_entries',
      objectId: 'list_01kf3vbq2ye5rstv5n1v0m2r8k',
      ...APPROVED,
    },
  },
};
