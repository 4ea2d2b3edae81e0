/**
 * The one place that uses internals of the driver: the socket of a connection, in `connection.stream`, and the running
 * statement, in `_activeQuery`.
 * `driver-socket.test.ts` fails when a version of pg stores them elsewhere.
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

const RUNNING = '_activeQuery';
const FAILURE = '_canceledDueToError';

type Running = { text: string; [FAILURE]: unknown };

function runningOn(client: pg.ClientBase): Running | null | undefined {
  return (client as unknown as { [RUNNING]?: Running | null })[RUNNING];
}

/** The statement whose answer comes next on a connection; its identity shows whether it is still the same one. */
export function runningStatement(client: pg.ClientBase): { text: string } | undefined {
  return runningOn(client) ?? undefined;
}

/**
 * Makes the running statement fail when its answer arrives, even if the answer reports success. The first error counts.
 */
export function failRunning(client: pg.ClientBase, error: () => Error): void {
  const running = runningOn(client);
  if (running && !running[FAILURE]) running[FAILURE] = error();
}

/** The id of the process of PostgreSQL that serves a connection. */
export function processIdOf(client: pg.ClientBase): number {
  return (client as unknown as { processID: number }).processID;
}
