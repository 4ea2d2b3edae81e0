import pg from 'pg';
import { isStalePlan } from './statements.ts';

/** Errors that mean "the database cannot be asked now", never "the statement was wrong". */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') {
    // 53100 is a full disk, 58030 one that cannot be read or written; 57P0M is raised by a bucket that an organization
    // has left, and without its schema ("undefined_table", for a new session "invalid_schema_name") a bucket is
    // elsewhere: soon the process knows where. 40P01 is a deadlock, with a migration or a move, which lock whole tables.
    if (
      /^(08|57P0|53)/.test(code) ||
      ['57014', '25P03', '58030', '42P01', '3F000', '40P01'].includes(code)
    )
      return true;
    // A prepared statement outlived a migration; the next attempt prepares it anew.
    if (isStalePlan(error)) return true;
    // A missing socket, not a missing file.
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

/** On Citus a constraint of a shard ends in the shard's number, of at least six digits; no name of ours does. */
const SHARD_NUMBER = /_\d{6,}$/;

/**
 * Name of the unique constraint or index that a statement violated, if that is what went wrong: as migrations call it,
 * also when the row is in a shard, and when a coordinator has passed on the message of another node without its fields.
 */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return undefined;
  // The message, in any language, quotes nothing else.
  const name = error.constraint || /["«»„“]\s*([\w$]+)\s*["«»“”]/.exec(error.message)?.[1];
  return name?.replace(SHARD_NUMBER, '');
}
