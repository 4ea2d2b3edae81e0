import { once } from 'node:events';
import { connect, createServer as createPlain, type Server, type Socket } from 'node:net';
import { createServer, type Server as TlsServer, type TLSSocket } from 'node:tls';
import { certificateFor, type Certificate } from '../certificates.ts';
import { startDnsServer } from '../dns-server.ts';

export const NAME = 'hooks.campaign.example';
/** The addresses of the name, which ORIKI_OUTBOUND_ALLOW must contain. */
export const ADDRESSES = ['127.0.0.1', '127.0.0.2'] as const;
/** An internal address, to which no delivery may go. */
export const INTERNAL = '127.0.0.3';

/** The receiver's public side: a name in DNS, two addresses, and TLS. */
export type Front = {
  dns: string;
  url: (path: string) => string;
  /** The number of requests by address, and of connections to the internal address. */
  requests: Map<string, number>;
  /** The number of connections that ended without a request. */
  unused: number;
  address: string;
  /** Changes the address of the name, and closes connections to earlier ones. */
  moveTo: (address: string) => void;
  /** Presents another certificate, and closes connections with earlier ones. */
  present: (which: 'valid' | 'expired') => void;
  close: () => void;
};

/** Forwards requests to a receiver's port. */
export async function startFront(receiverPort: number): Promise<Front> {
  const dns = await startDnsServer();
  const certificates = {
    valid: await certificateFor({ names: [NAME] }),
    expired: await certificateFor({ names: [NAME], expired: true }),
  } satisfies Record<string, Certificate>;
  const sockets = new Set<Socket>();
  const requests = new Map<string, number>();
  const count = (address: string): void =>
    void requests.set(address, (requests.get(address) ?? 0) + 1);

  const forward = (address: string) => (socket: TLSSocket) => {
    let isUsed = false;
    const onward = connect(receiverPort, '127.0.0.1');
    socket.on('data', (chunk: Buffer) => {
      isUsed = true;
      if (chunk.toString('latin1', 0, 5) === 'POST ') count(address);
    });
    socket.on('close', () => {
      if (!isUsed) front.unused += 1;
      onward.destroy();
    });
    onward.on('close', () => socket.destroy());
    for (const one of [socket, onward]) one.on('error', () => {});
    socket.pipe(onward).pipe(socket);
  };
  const servers: TlsServer[] = [];
  let port = 0;
  for (const address of ADDRESSES) {
    const server = createServer(certificates.valid, forward(address));
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    server.on('tlsClientError', () => (front.unused += 1));
    server.listen(port, address);
    await once(server, 'listening');
    port = (server.address() as { port: number }).port;
    servers.push(server);
  }
  const internal: Server = createPlain((socket) => {
    count(INTERNAL);
    socket.destroy();
  }).listen(port, INTERNAL);
  await once(internal, 'listening');

  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const front: Front = {
    dns: dns.address,
    url: (path) => `https://${NAME}:${port}${path}`,
    requests,
    unused: 0,
    address: ADDRESSES[0],
    moveTo(address) {
      front.address = address;
      cut();
    },
    present(which) {
      for (const server of servers) server.setSecureContext(certificates[which]);
      cut();
    },
    close() {
      cut();
      for (const server of [...servers, internal]) server.close();
      dns.close();
    },
  };
  dns.zone.set(NAME, () => ({ A: [front.address.split('.').map(Number)] }));
  return front;
}
