import { mkdtemp, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { importFromOrigin, Refresher } from '../../../src/modules/lists/index.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { OutboundClient } from '../../../src/platform/outbound/client.ts';
import type { TestApp } from '../../support/app.ts';

function people(count: number, more = ''): string {
  const rows = Array.from({ length: count }, (_, i) => `${i},Person Number${i}\n`);
  return `id,name\n${rows.join('')}${more}`;
}

/** Creates a global list of 120 entries from a file, whose next version with 40 entries was rejected. */
export async function refusedList(
  app: TestApp,
  source: string,
): Promise<{ id: string; change: (count: number) => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'oriki-refused-'));
  const file = join(folder, 'list.csv');
  const write = async (text: string): Promise<void> => {
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  };
  const parts = {
    outbound: new OutboundClient({ allow: [] }),
    keys: () => Promise.reject(new Error('not needed')),
    folder,
    maxBytes: 1_000_000,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
  };
  await write(people(120, '120,\n'));
  const origin = { format: 'csv', main: file, aliases: null, everySeconds: 86_400 };
  const { list } = await importFromOrigin(app.db, parts, { kind: 'sanctions', source, origin });
  await write(people(40));
  const refresher = new Refresher({ ...parts, db: app.db, log: createLogger('silent') });
  expect(await refresher.refresh(source)).toMatchObject({ ok: false });
  await parts.outbound.close();
  return { id: list.id, change: (count) => write(people(count)) };
}
