/** Bulk screenings in this process, on a separate database. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { decided } from '../../src/modules/monitoring/hits/decided.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { TEST_SECRET } from './app.ts';
import { cloneDatabase } from './database.ts';
import { openEnvelopes, type Envelopes } from '../../src/platform/crypto/envelopes.ts';
import { Database } from '../../src/platform/db/database.ts';
import { createOrganization } from '../../src/modules/tenants/index.ts';
import { addEntries, prepareEntries } from '../../src/modules/lists/tenant/entries.ts';
import { createList } from '../../src/modules/lists/tenant/lists.ts';
import { Screening } from '../../src/modules/screening/screen/screening.ts';
import { openFile } from '../../src/modules/file-screening/bulk/input.ts';
import {
  screenFile,
  type BulkJob,
  type BulkReport,
  type Hooks,
} from '../../src/modules/file-screening/bulk/screen-file.ts';

export const LISTED = 'Adaeze Okonkwo';

export type Place = {
  databaseUrl: string;
  db: Database;
  screening: Screening;
  keys: () => Promise<Envelopes>;
  folder: string;
  path: (name: string) => string;
  file: (name: string, content: string | Uint8Array) => Promise<string>;
  /** Creates an organization with a blocklist. @returns also a function that adds entries */
  org: () => Promise<{
    id: string;
    list: (name: string, identifiers?: Record<string, string>) => Promise<void>;
  }>;
  stop: () => Promise<void>;
};

export async function openPlace(): Promise<Place> {
  const databaseUrl = await cloneDatabase();
  const db = new Database({
    connection: { connectionString: databaseUrl },
    poolSize: 4,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
  const folder = await mkdtemp(join(tmpdir(), 'oriki-bulk-'));
  const path = (name: string): string => join(folder, name);
  const keyFile = path('keys.json');
  const envelopes = await openEnvelopes({ kms: 'local', keyFile, serverSecret: TEST_SECRET });
  return {
    databaseUrl,
    db,
    screening: new Screening({ db: db.read, memoryBytes: 2 ** 28, secret: TEST_SECRET, decided }),
    keys: async () => envelopes,
    folder,
    path,
    async file(name, content) {
      await writeFile(path(name), content);
      return path(name);
    },
    async org() {
      const { id } = await db.transaction((tx) =>
        createOrganization(tx, { name: 'Test', plan: 'pro', addons: ['detection_pack'] }),
      );
      const kind = 'tenant_blocklist';
      const made = await db.transaction((tx) =>
        createList(tx, id, { source: 'internal', name: 'Internal', kind }),
      );
      const list = async (name: string, identifiers = {}): Promise<void> => {
        const entries = await prepareEntries({ entries: [{ name, identifiers }] });
        await db.transaction((tx) => addEntries(tx, id, made.id, entries));
      };
      await list(LISTED);
      return { id, list };
    },
    async stop() {
      await db.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Runs one bulk screening in this process, like `oriki screen`, in blocks of 10 rows. */
export async function run(
  { db, screening, keys }: Pick<Place, 'db' | 'screening' | 'keys'>,
  file: string,
  job: BulkJob,
  hooks: Partial<Hooks> = {},
): Promise<BulkReport> {
  const input = await openFile(file);
  const stop = new AbortController().signal;
  try {
    const blocks = (fromLine: number) => input.blocks(fromLine, 10);
    return await screenFile({ db, keys, screening, input: { ...input, blocks } }, job, {
      stop,
      onProgress: () => {},
      onWaiting: async () => {},
      ...hooks,
    });
  } finally {
    await input.close();
  }
}

export type CsvResult = Record<string, string>;

export async function readCsv(path: string): Promise<CsvResult[]> {
  return parse(await readFile(path), { columns: true });
}
