/**
 * The one place that reaches below the driver, to the socket of a connection, which pg keeps in `connection.stream` and
 * does not document. `driver-socket.test.ts` says so when a version of pg has it elsewhere.
 */
import { Socket } from 'node:net';
import type pg from 'pg';

/** The socket of a connection that is open. @throws when the driver has it elsewhere */
export function socketOf(client: pg.ClientBase): Socket {
  const { connection } = client as unknown as { connection?: { stream?: unknown } };
  if (connection?.stream instanceof Socket) return connection.stream;
  throw new Error('pg no longer keeps the socket of a connection in connection.stream');
}

/**
 * Holds back what is written to a connection from now on, until the next turn of the event loop, so that statements leave
 * with one write.
 * @returns writes it now
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
