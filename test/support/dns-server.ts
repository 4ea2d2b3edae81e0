/** A DNS server on loopback whose answers change. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Addresses by type, in bytes. */
export type Records = { A?: number[][]; AAAA?: number[][] };

export type DnsServer = {
  /** Address and port, for `Resolver.setServers`. */
  address: string;
  /** Returns the answers to the `n`th query of a type for a name, from 0; TTL 0. */
  zone: Map<string, (n: number) => Records>;
  close: () => void;
};

function nameOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (; query[at] !== 0; at += query[at]! + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

export async function startDnsServer(): Promise<DnsServer> {
  const zone: DnsServer['zone'] = new Map();
  const questions = new Map<string, number>();
  const server = createSocket('udp4');
  server.on('message', (query, peer) => {
    const { name, end } = nameOf(query);
    const type = query.readUInt16BE(end - 4) === 28 ? 'AAAA' : 'A';
    const n = questions.get(`${name} ${type}`) ?? 0;
    questions.set(`${name} ${type}`, n + 1);
    const records = (zone.get(name)?.(n)[type] ?? []).map((bytes) =>
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
    const header = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
    query.copy(header, 0, 0, 2);
    server.send(Buffer.concat([header, query.subarray(12, end), ...records]), peer.port);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${server.address().port}`,
    zone,
    close: () => void server.close(),
  };
}
