import pg from 'pg';
import { ApiError } from '../errors/index.ts';
import { isStalePlan } from './statements.ts';

const STANDBY_RETRY_SECONDS = 5;

/** Thrown after a commit that no standby has confirmed. The write exists, but a loss of this server would lose it. */
export class UnconfirmedCommit extends ApiError {
  constructor(cause: Error) {
    super(
      'SERVICE_UNAVAILABLE',
      'no standby has confirmed the write, which may exist; retry with the same idempotency key',
      { retryAfterSeconds: STANDBY_RETRY_SECONDS, cause },
    );
  }
}

/** Thrown instead of beginning a transaction whose commit no standby would confirm. */
export class NotConfirming extends ApiError {
  constructor() {
    super('SERVICE_UNAVAILABLE', 'no standby confirms writes now; nothing was done, retry', {
      retryAfterSeconds: STANDBY_RETRY_SECONDS,
    });
  }
}

/** True for errors that mean "the database is unavailable", never "the statement was wrong". */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof UnconfirmedCommit || error instanceof NotConfirming) return true;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') {
    // 53100: the disk is full. 58030: the disk cannot be read or written. 57P0M: an organization has left the bucket. A
    // missing schema ("undefined_table", for a new session "invalid_schema_name"): the bucket has moved, and the
    // process will soon know the new place. 40P01: a deadlock with a migration or a move, which lock whole tables.
    if (
      /^(08|57P0|53)/.test(code) ||
      ['57014', '25P03', '58030', '42P01', '3F000', '40P01'].includes(code)
    )
      return true;
    // A prepared statement is older than a migration; the next attempt prepares it again.
    if (isStalePlan(error)) return true;
    // The socket is missing, not a file.
    if (code === 'ENOENT') return (error as { syscall?: unknown }).syscall === 'connect';
    if (
      ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'].includes(code)
    )
      return true;
  }
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  return /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|The server does not support SSL|Client was closed|Query read timeout)/.test(
    error.message,
  );
}

/**
 * On Citus the constraint name of a shard ends in the shard's number, with at least six digits. No name in our
 * migrations does.
 */
const SHARD_NUMBER = /_\d{6,}$/;

/**
 * Returns the name of the violated unique constraint or index, as in the migrations; undefined for other errors. Also
 * works for a row in a shard, and for a node's message that a coordinator forwards without its fields.
 */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return undefined;
  // In every language, this name is the only quoted text of the message.
  const name = error.constraint || /["«»„“]\s*([\w$]+)\s*["«»“”]/.exec(error.message)?.[1];
  return name?.replace(SHARD_NUMBER, '');
}
