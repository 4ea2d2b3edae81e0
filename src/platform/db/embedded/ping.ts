import { connect } from 'node:net';
import { join } from 'node:path';
import type { Connection } from './presence.ts';

const PING_LIMIT_MS = 2_000;

/** PostgreSQL protocol, SSLRequest: length 8, code 80877103. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * Returns true when a server accepts a new connection at this address. Does not log in or add a line to the server's
 * log. More reliable than a process id: a killed server's id exists a moment longer than its sockets. Takes about a
 * millisecond when the server runs, and at most two seconds.
 */
export function ping({ host, port }: Connection): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = host.startsWith('/')
      ? connect(join(host, `.s.PGSQL.${port}`))
      : connect(port, host);
    const done = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(PING_LIMIT_MS, () => done(false));
    socket.on('error', () => done(false));
    socket.on('close', () => done(false));
    // The server's process for this connection sends 'N', because it has no TLS.
    socket.on('data', () => done(true));
    socket.on('connect', () => socket.write(SSL_REQUEST));
  });
}
