import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase } from '../../../../../test/support/database.ts';
import { openDatabase } from '../../../../../test/support/webhook-checks.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { createList } from '../../../lists/tenant/lists.ts';
import { createOrganization } from '../../../tenants/index.ts';
import { CurrentLists } from './current.ts';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await cloneDatabase());
});
afterAll(() => db.close());

describe('a screening', () => {
  test('reads allowlists only if the request names them', async () => {
    const { id: orgId } = await db.transaction((tx) =>
      createOrganization(tx, { name: 'T', plan: 'pro', addons: ['detection_pack'] }),
    );
    for (const kind of ['tenant_blocklist', 'tenant_allowlist'] as const)
      await db.transaction((tx) => createList(tx, orgId, { source: kind, name: 'L', kind }));
    const current = new CurrentLists(db.read);
    const kindsFor = async (asked?: 'sanctions' | 'tenant_allowlist') => {
      const { lists } = await current.get(orgId, asked && [asked]);
      return lists.filter(({ global }) => !global).map(({ kind }) => kind);
    };
    expect(await kindsFor()).toEqual(['tenant_blocklist']);
    expect(await kindsFor('sanctions')).toEqual(['tenant_blocklist']);
    expect((await kindsFor('tenant_allowlist')).toSorted()).toEqual([
      'tenant_allowlist',
      'tenant_blocklist',
    ]);
  });
});
