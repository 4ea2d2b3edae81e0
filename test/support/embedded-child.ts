/**
 * A process with only the embedded database of Oriki, controlled over IPC: `node embedded-child.ts <data folder>
 * [settings as JSON]`.
 */
import { Client } from 'pg';
import { startEmbedded } from '../../src/platform/db/embedded.ts';
import type { EmbeddedDatabase } from '../../src/platform/db/embedded.ts';

export type Request =
  | { verb: 'start' }
  | { verb: 'query'; sql: string }
  | { verb: 'ensureRunning' }
  | { verb: 'release' };

export type Started = {
  created: boolean;
  connection: EmbeddedDatabase['connection'];
  lines: string[];
};

const [dataDir, settings] = process.argv.slice(2);
const lines: string[] = [];
let database: EmbeddedDatabase | undefined;

async function answer(request: Request): Promise<unknown> {
  if (request.verb === 'start') {
    database = await startEmbedded({
      dataDir: dataDir ?? '',
      progress: (line) => lines.push(line),
      settings: settings === undefined ? {} : JSON.parse(settings),
    });
    const { created, connection } = database;
    return { created, connection, lines } satisfies Started;
  }
  if (database === undefined) throw new Error('not started');
  if (request.verb === 'ensureRunning') return database.ensureRunning();
  if (request.verb === 'release') return database.release();
  const client = new Client({ ...database.connection, application_name: 'oriki:test' });
  await client.connect();
  try {
    return (await client.query(request.sql)).rows;
  } finally {
    await client.end();
  }
}

process.on('message', ({ id, request }: { id: number; request: Request }) => {
  answer(request).then(
    (result) => process.send?.({ id, result }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
