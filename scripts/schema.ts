import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '../src/platform/db/client.ts';
import { startEmbedded } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migration/migrate.ts';
import { FIRST_BUCKET, SHARED } from '../src/platform/db/schemas.ts';
import { renderDataModel } from './data-model.ts';
import { writeGenerated } from './support/generated.ts';

/** Writes src/platform/db/types.ts and docs/data-model.md from a freshly migrated database; with --check only compares. */
const OUT_FILE = join(import.meta.dirname, '../src/platform/db/types.ts');
const CODEGEN = join(import.meta.dirname, '../node_modules/kysely-codegen/dist/cli/bin.js');

const dataDir = await mkdtemp(join(tmpdir(), 'oriki-schema-'));
const embedded = await startEmbedded({ dataDir, progress: () => {}, fsync: false });
try {
  await migrate(embedded.connection);
  const check = process.argv.includes('--check');
  const { status } = spawnSync(
    process.execPath,
    [
      CODEGEN,
      '--dialect=postgres',
      '--url=env(ORIKI_TYPES_URL)',
      `--out-file=${OUT_FILE}`,
      '--date-parser=string',
      '--type-mapping={"int8":"number"}',
      `--default-schema=${FIRST_BUCKET}`,
      `--default-schema=${SHARED}`,
      `--exclude-pattern=${SHARED}.{schema_migrations,transaction_decisions}`,
      '--log-level=error',
      ...(check ? ['--verify'] : []),
    ],
    { stdio: 'inherit', env: { ...process.env, ORIKI_TYPES_URL: embedded.url } },
  );
  if (status !== 0 && check)
    console.error('src/platform/db/types.ts is stale: run "npm run generate"');
  process.exitCode = status ?? 1;
  const dataModel = await withClient(embedded.connection, renderDataModel);
  writeGenerated('docs/data-model.md', dataModel);
} finally {
  await embedded.release();
  await rm(dataDir, { recursive: true, force: true });
}
