import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, inject, test } from 'vitest';
import { freePort } from '../../../test/support/process.ts';
import { loadConfig } from '../../config/config.ts';
import { openListener } from '../../platform/http/server.ts';
import { diagnose } from './doctor.ts';
import { checkPorts } from './ports.ts';
import { checkTraces } from './traces.ts';

function found(env: NodeJS.ProcessEnv) {
  return checkTraces(loadConfig(env));
}

test('an unavailable trace collector is a warning, because requests continue without it', async () => {
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

test('a port of another program is a failure, and a port of a process of Oriki is not', async () => {
  const config = loadConfig({});
  const [ours, other] = [
    await openListener({ ...config, port: 0, host: '0.0.0.0' }),
    createServer(),
  ];
  other.on('connection', (socket) => socket.resume().end('220 mail\r\n')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const [port, adminPort] = [ours, other].map((server) => (server.address() as AddressInfo).port);
  expect(await checkPorts({ ...config, port: port!, adminPort: adminPort! })).toMatchObject([
    { check: 'port', status: 'ok', message: `a process of Oriki uses 127.0.0.1:${port}` },
    {
      check: 'admin port',
      status: 'fail',
      message: `cannot listen on 127.0.0.1:${adminPort}: another program uses it`,
      advice: 'set ORIKI_ADMIN_PORT to a free one',
    },
  ]);
  expect(await checkPorts({ ...config, port: port!, host: '0.0.0.0' })).toMatchObject([
    { status: 'ok', message: `a process of Oriki uses 0.0.0.0:${port}` },
  ]);
  for (const server of [ours, other]) server.close();
  await Promise.all([ours, other].map((server) => once(server, 'close')));
  expect(await checkPorts({ ...config, port: port! })).toMatchObject([
    { status: 'ok', message: `127.0.0.1:${port} is free` },
  ]);
  for (const host of ['192.0.2.1', 'nosuch.invalid'])
    expect(await checkPorts({ ...config, port: port!, host })).toMatchObject([
      { status: 'fail', advice: 'set HOST to an address of this machine' },
    ]);
  expect(await checkPorts({ ...config, role: 'worker' })).toEqual([]);
});

test('a rejected password and a missing answer of the database have different messages', async () => {
  const said = async (databaseUrl: string) => {
    const env = { DATABASE_URL: databaseUrl, ORIKI_DATA_DIR: '/nowhere', PORT: '0' };
    const { checks } = await diagnose({ online: false, env, progress: () => {} });
    expect(JSON.stringify(checks)).not.toContain('hidden');
    return checks.find(({ check }) => check === 'database')!;
  };
  const url = new URL(inject('serverUrl'));
  url.password = 'hidden';
  expect(await said(url.href)).toMatchObject({
    status: 'fail',
    message: expect.stringMatching(/\(28P01: it rejects the user or the password\)/),
  });
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  expect(await said(`postgres://u:hidden@127.0.0.1:${port}/db`)).toMatchObject({
    status: 'fail',
    message: expect.stringMatching(/\(it did not answer in time\)/),
  });
  silent.close();
});
