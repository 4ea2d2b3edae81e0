import pg from 'pg';
import { isStalePlan } from './statements.ts';

/** Errors that mean "the database cannot be asked now", never "the statement was wrong". */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') {
    // 53100 is a full disk, 58030 one that cannot be read or written.
    if (/^(08|57P0|53)/.test(code) || ['57014', '25P03', '58030'].includes(code)) return true;
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

/** Name of the unique constraint or index that a statement violated, if that is what went wrong. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return undefined;
  return error.constraint;
}
