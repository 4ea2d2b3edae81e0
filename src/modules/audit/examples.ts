import { PLATFORM } from '../../platform/audit/action.ts';
import type { AuditAction } from './actions/schemas.ts';
import { examplePage } from '../../platform/http/schema.ts';
const EXAMPLE: AuditAction = {
  id: 'audit_01kf3vd1mcfj5r2q1k0t9b7xyz',
  organizationId: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
  at: '2026-11-21T09:45:00.000Z',
  actor: {
    kind: 'key',
    id: 'key_01kf3v9k1weh2v8y6m3q4n5s7t',
    via: 'key_01kf3v9k1weh2v8y6m3q4n5s7t',
  },
  action: 'list.rename',
  objectId: 'list_01kf3vbq2ye5rstv5n1v0m2r8k',
  before: { name: 'Known fraudsters', kind: 'tenant_blocklist' },
  after: { name: 'Known fraudsters 2026', kind: 'tenant_blocklist' },
  requestId: 'req_01kf3vd1mcfj5r2q1k0t9b7xyz-4',
  address: '203.0.113.7',
};
const DATA = examplePage(EXAMPLE);

function reportOf(id: string) {
  const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
  return {
    ok: true,
    checkedAt: '2026-11-21T09:45:00.000Z',
    organizations: {
      [id]: { rows: 12, links: 3, pending: 1, head: { seq: 3, hash }, problems: {} },
    },
    withoutRows: [],
  };
}

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  listAuditActions: { query: { action: 'list.rename' }, data: DATA },
  listPlatformAuditActions: { data: { ...DATA, items: [{ ...EXAMPLE, organizationId: null }] } },
  verifyOwnAuditChain: { data: reportOf(EXAMPLE.organizationId!) },
  verifyAuditChain: { query: { organizationId: PLATFORM }, data: reportOf(PLATFORM) },
};
