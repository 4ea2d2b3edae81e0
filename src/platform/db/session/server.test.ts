import { expect, test } from 'vitest';
import { Server } from './server.ts';

test('a setting in the URL of a server replaces the default of the pool', async () => {
  const opened = (connectionString: string) =>
    new Server({
      connection: { connectionString },
      poolSize: 1,
      statementTimeoutMs: 1000,
      onIdleError: () => {},
    });
  const url = 'postgres://oriki@127.0.0.1:5432/oriki';
  const servers = [opened(url), opened(`${url}?connectionTimeoutMillis=9000`)];
  const limits = servers.map(({ pool }) => Number(pool.options.connectionTimeoutMillis));
  expect(limits).toEqual([3000, 9000]);
  for (const server of servers) await server.close();
});
