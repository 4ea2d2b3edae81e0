import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { resolveName } from './resolve.ts';

const NXDOMAIN = 3;
type Answer = { rcode?: number; addresses?: { A?: number[][]; AAAA?: number[][] } } | 'none';

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

/** Starts a DNS server on loopback that answers every query alike. */
async function dnsServer(answer: Answer): Promise<string> {
  const server = createSocket('udp4');
  open.push(server);
  server.on('message', (query, peer) => {
    if (answer === 'none') return;
    const end = query.indexOf(0, 12) + 5;
    const question = query.subarray(12, end);
    const type = query.readUInt16BE(end - 4) === 28 ? 'AAAA' : 'A';
    const records = (answer.addresses?.[type] ?? []).map((bytes) =>
      Buffer.from([
        0xc0,
        12,
        0,
        type === 'A' ? 1 : 28,
        0,
        1,
        0,
        0,
        0,
        0,
        0,
        bytes.length,
        ...bytes,
      ]),
    );
    const header = Buffer.from([0, 0, 0x81, 0x80 | (answer.rcode ?? 0), 0, 1, 0, records.length]);
    query.copy(header, 0, 0, 2);
    server.send(Buffer.concat([header, Buffer.alloc(4), question, ...records]), peer.port);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${server.address().port}`;
}

const never = new AbortController().signal;
const V6 = [0x26, 6, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11];

test('addresses of both families are found, IPv4 first', async () => {
  const server = await dnsServer({ addresses: { A: [[1, 2, 3, 4]], AAAA: [V6] } });
  expect(await resolveName('hook.example', never, [server])).toEqual([
    '1.2.3.4',
    '2606:4700::1111',
  ]);
});

test('one family is enough, and an address is returned once', async () => {
  const four = await dnsServer({
    addresses: {
      A: [
        [1, 2, 3, 4],
        [1, 2, 3, 4],
      ],
    },
  });
  expect(await resolveName('hook.example', never, [four])).toEqual(['1.2.3.4']);
  const six = await dnsServer({ addresses: { AAAA: [V6] } });
  expect(await resolveName('hook.example', never, [six])).toEqual(['2606:4700::1111']);
});

test('names unknown to DNS are looked up in the hosts file', async () => {
  const server = await dnsServer({ rcode: NXDOMAIN });
  expect(await resolveName('localhost', never, [server])).toContain('127.0.0.1');
});

test('an unknown name fails as dns, with a code and without the name', async () => {
  const server = await dnsServer({ rcode: NXDOMAIN });
  const error = await resolveName('nobody-knows.invalid', never, [server]).catch((e: Error) => e);
  expect(error).toMatchObject({ kind: 'dns', code: expect.stringMatching(/^E/) });
  expect(JSON.stringify(error) + String(error)).not.toContain('nobody');
});

test('more unknown names than concurrent lookups all get an answer', async () => {
  const server = await dnsServer({ rcode: NXDOMAIN });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => resolveName('localhost', never, [server])),
  );
  for (const addresses of answers) expect(addresses).toContain('127.0.0.1');
});

test('waits for a silent server until the caller aborts', async () => {
  const server = await dnsServer('none');
  await expect(
    resolveName('hook.example', AbortSignal.timeout(100), [server]),
  ).rejects.toMatchObject({ kind: 'dns', code: 'ECANCELLED' });
});
