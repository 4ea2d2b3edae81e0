import { expect, test } from 'vitest';
import { CaseClient } from '../../../../test/support/case-client.ts';
import { ExportClient, exportApp } from '../../../../test/support/export-client.ts';

const { app } = exportApp();

test('the export contains the cases of its organization with counts and states, filters by status and time, and omits notes', async () => {
  const client = await CaseClient.of(app);
  const other = await CaseClient.of(app);
  await other.make();
  const hits = await client.openHits('=customer', 2);
  const { screeningId } = await client.screening.ask(200, 'POST', '/screen', { name: 'Ada Obi' });
  const first = await client.make({
    subjectId: '=customer',
    itemIds: [...hits, screeningId],
    note: 'Born in Kano.',
    type: 'fraud',
    tags: ['urgent', 'branch-7'],
  });
  const second = await client.make({ priority: 'HIGH', dueAt: '2026-12-01T10:00:00Z' });
  const closed = await client.change(second.id, {
    expectedRevision: 1,
    status: 'CLOSED',
    outcome: 'INCONCLUSIVE',
  });
  const exports = new ExportClient(app, client.org);
  const text = (await exports.export('cases', 'JSON')).toString();
  expect(text).not.toContain('Kano');
  const rows = JSON.parse(text) as Record<string, unknown>[];
  const facts = {
    outcome: null,
    assignee: null,
    dueAt: null,
    origin: 'hand',
    createdKind: 'key',
    closedAt: null,
  };
  expect(rows).toEqual([
    {
      ...facts,
      id: first.id,
      subjectId: '=customer',
      status: 'OPEN',
      priority: 'URGENT',
      createdBy: first.createdBy.id,
      items: 3,
      hits: 2,
      revision: 1,
      createdAt: first.createdAt,
      updatedAt: first.updatedAt,
      type: 'fraud',
      tags: '["urgent","branch-7"]',
    },
    {
      ...facts,
      id: second.id,
      subjectId: 'customer-1',
      status: 'CLOSED',
      outcome: 'INCONCLUSIVE',
      priority: 'HIGH',
      dueAt: '2026-12-01T10:00:00.000Z',
      createdBy: first.createdBy.id,
      items: 0,
      hits: 0,
      revision: 2,
      createdAt: closed.createdAt,
      updatedAt: closed.updatedAt,
      closedAt: closed.closedAt,
      type: null,
      tags: '[]',
    },
  ]);
  const csv = (await exports.export('cases', 'CSV', { service: 'OPEN' })).toString();
  expect(csv.split('\r\n')).toHaveLength(3);
  expect(csv).toContain("'=customer");
  expect(csv.split('\r\n')[0]).toMatch(/,closedAt,type,tags$/);
  const none = await exports.export('cases', 'JSON', { dateTo: '2026-01-01T00:00:00Z' });
  expect(JSON.parse(none.toString())).toEqual([]);
});
