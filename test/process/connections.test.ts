/** A process connects only to what its settings and its organizations name. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { call } from '../support/app.ts';
import { startCollector } from '../support/collector.ts';
import { cloneDatabase } from '../support/database.ts';
import { cleanUp, eventually, freshDataDir, service, tenant } from '../support/process.ts';
import { startReceiver } from '../support/receiver.ts';

afterAll(cleanUp);

/** Writes a line for each connection and each look-up of a name, whichever package makes it. */
const RECORDER = `
import { appendFileSync } from 'node:fs';
import net from 'node:net';
import dns from 'node:dns';
import dgram from 'node:dgram';
import child from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
const note = (...parts) => appendFileSync(process.env.CONNECTIONS, parts.join(' ') + '\\n');
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : [args[0]];
  const of = typeof options === 'object' ? options : { port: options, host: args[1] };
  const path = of.path ?? (String(of.port).startsWith('/') ? of.port : undefined);
  note('connect', path ?? (of.host ?? 'localhost') + ':' + of.port);
  return connect.apply(this, args);
};
const wrap = (object, name, what) => {
  const original = object[name];
  object[name] = function (first, ...rest) {
    // An address is not looked up.
    if (!net.isIP(first)) note(what, name, first);
    return original.call(this, first, ...rest);
  };
};
for (const object of [dns, dns.promises])
  for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) wrap(object, name, 'dns');
for (const { prototype } of [dns.Resolver, dns.promises.Resolver])
  for (const name of ['resolve', 'resolve4', 'resolve6']) wrap(prototype, name, 'dns');
wrap(dgram.Socket.prototype, 'send', 'udp');
for (const name of ['spawn', 'exec', 'execFile', 'fork']) wrap(child, name, 'process');
syncBuiltinESMExports();
`;

test('a process connects only to its database, its collector and the receivers of webhooks', async () => {
  const [receiver, collector] = [await startReceiver(), await startCollector()];
  const databaseUrl = await cloneDatabase();
  const dataDir = await freshDataDir();
  const file = `${dataDir}.connections`;
  const { key } = await tenant(databaseUrl, 'enterprise');
  const process = await service({
    DATABASE_URL: databaseUrl,
    ORIKI_DATA_DIR: dataDir,
    ORIKI_OUTBOUND_ALLOW: '127.0.0.0/8',
    ORIKI_RATE_LIMITS: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    CONNECTIONS: file,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(RECORDER)}`,
  }).ready();
  const send = async (status: number, method: string, path: string, body?: object) => {
    const answer = await call(process.url, method, path, { key, ...(body && { body }) });
    expect([path, answer.status, answer.status === status ? '' : answer.text]).toEqual([
      path,
      status,
      '',
    ]);
  };
  receiver.behave('/in', { status: 204 });
  const url = receiver.url('/in');
  await send(201, 'POST', '/api/v1/webhooks', { name: 'all', url, events: ['*'] });
  await send(200, 'POST', '/api/v1/identity/verify-bvn', {
    subjectId: 'customer-17',
    bvn: '22222222220',
    matchAgainst: { firstName: 'Adaeze', lastName: 'Okonkwo' },
  });
  await send(200, 'POST', '/api/v1/fraud/screen', { name: 'Okonkwo Adaeze' });
  await send(200, 'GET', '/api/docs/');
  await send(200, 'GET', '/console/');
  await eventually(async () => receiver.requests.some(({ path }) => path === '/in'));
  await process.stop();
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  await Promise.all([receiver.stop(), collector.close()]);

  const { hostname, port, searchParams } = new URL(databaseUrl.replace('@/', '@localhost/'));
  const socket = searchParams.get('host');
  const database = socket
    ? join(socket, `.s.PGSQL.${port || 5432}`)
    : `${hostname}:${port || 5432}`;
  const hosts = [database, new URL(url).host, new URL(collector.endpoint).host];
  const seen = new Set(lines);
  expect([...seen].filter((line) => !hosts.some((host) => line === `connect ${host}`))).toEqual([]);
  expect(hosts.filter((host) => !seen.has(`connect ${host}`))).toEqual([]);
});
