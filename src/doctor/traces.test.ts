import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { freePort } from '../../test/support/process.ts';
import { loadConfig } from '../config.ts';
import { checkTraces } from './traces.ts';

const found = (env: NodeJS.ProcessEnv) => checkTraces(loadConfig(env));

test('a collector of traces that is away is a warning, for requests go on without it', async () => {
  expect(await found({})).toMatchObject({ status: 'ok', message: 'they are off' });
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  expect(await found({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).toMatchObject({
    status: 'warn',
    message: expect.stringMatching(/ECONNREFUSED/),
  });
  const collector = createServer().listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const host = `127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const there = await found({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://${host}/v1/traces` });
  expect(there).toMatchObject({ status: 'ok', message: `the collector ${host} takes connections` });
  collector.close();
});
