/**
 * The one place that uses a driver internal: the socket of a connection, in pg's undocumented `connection.stream`.
 * `driver-socket.test.ts` fails when a version of pg stores it elsewhere.
 */
import { Socket } from 'node:net';
import type pg from 'pg';

/** The socket of an open connection. @throws if the driver stores it elsewhere */
export function socketOf(client: pg.ClientBase): Socket {
  const { connection } = client as unknown as { connection?: { stream?: unknown } };
  if (connection?.stream instanceof Socket) return connection.stream;
  throw new Error('pg no longer keeps the socket of a connection in connection.stream');
}

/**
 * Holds back writes to a connection until the next turn of the event loop, so that statements are sent in one write.
 * @returns a function that writes them now
 */
export function holdWrites(client: pg.ClientBase): () => void {
  const socket = socketOf(client);
  socket.cork();
  let isHeld = true;
  const write = () => {
    if (isHeld) socket.uncork();
    isHeld = false;
  };
  setImmediate(write);
  return write;
}
