/** A PostgreSQL server with a streaming standby, on ports of this machine. */
import { mkdir } from 'node:fs/promises';
import { FOUND } from './database.ts';
import { PostgresNode } from './postgres-node.ts';
import { freshDataDir } from './process.ts';
import { copyTemplate, QUICK_LOGIN, startTestServer, TEMPLATE } from './template.ts';

const NAME = 'pair';
const SETTINGS = {
  synchronous_commit: 'on',
  wal_level: 'replica',
  max_connections: '100',
  ...QUICK_LOGIN,
};

export type Pair = {
  primary: PostgresNode;
  standby: PostgresNode;
  /** The service's URL of the migrated database, on these servers. */
  url: (...servers: PostgresNode[]) => string;
  /** Requires the standby for each commit, from now on. */
  beSynchronous: () => Promise<void>;
  end: () => Promise<void>;
};

export async function startPair(): Promise<Pair> {
  const dataDir = await freshDataDir();
  await mkdir(dataDir);
  await copyTemplate(dataDir);
  const embedded = await startTestServer(dataDir);
  const { connection: owner, service } = embedded;
  await embedded.release();
  const options = { owner, fsync: false, settings: SETTINGS };
  const primary = await PostgresNode.at({ ...options, dataDir });
  await primary.prepare();
  await primary.start();
  await primary.ask(`CREATE DATABASE ${NAME} TEMPLATE ${TEMPLATE}`);
  await primary.ask(`ALTER DATABASE ${NAME} SET search_path = ${FOUND}`);
  const standby = await PostgresNode.at({ ...options, dataDir: await freshDataDir() });
  await standby.follow(primary);

  return {
    primary,
    standby,
    url: (...servers) => {
      const hosts = servers.map((one) => `127.0.0.1:${one.port}`).join(',');
      return `postgres://${service.user}:${service.password}@${hosts}/${NAME}`;
    },
    beSynchronous: () => primary.beSynchronous(),
    async end() {
      await Promise.all([primary.crash(), standby.crash()]);
    },
  };
}
