import { pino, type Logger as PinoLogger } from 'pino';
import { shortLine } from './terminal.ts';

export type Logger = PinoLogger;

function isErrorLike(value: unknown): value is Partial<Error> & { message: string } {
  return typeof (value as { message?: unknown } | null)?.message === 'string';
}

/**
 * Returns the part of an error that may be logged. PostgreSQL's messages and details quote values of rows and
 * parameters, so only the structural fields of its errors are kept; other errors keep message and stack. Copies of
 * errors are described like errors.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!isErrorLike(error)) return { type: typeof error };
  const fields = error as Record<string, unknown>;
  const fromDatabase = 'severity' in fields && 'routine' in fields;
  return {
    type: error.name ?? 'object',
    code: fields['code'],
    ...(fromDatabase
      ? { table: fields['table'], constraint: fields['constraint'], routine: fields['routine'] }
      : { message: error.message }),
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** Lines wait in memory for this many bytes, or this long. */
const BUFFER_BYTES = 8 * 1024;
const FLUSH_MS = 500;

/** A pipe does not mix writes up to this size with those of other processes: PIPE_BUF of Linux. */
const WHOLE_BYTES = 4096;

function inBatches(isOneOfSeveral: boolean) {
  return pino.destination({
    fd: 1,
    sync: false,
    minLength: BUFFER_BYTES,
    periodicFlush: FLUSH_MS,
    ...(isOneOfSeveral && { minLength: WHOLE_BYTES / 2, maxWrite: WHOLE_BYTES }),
  });
}

/**
 * The destination of all loggers of this process. There is only one, because each destination has a timer that never
 * ends.
 */
let batches: ReturnType<typeof inBatches> | undefined;

const onTerminal = { write: (json: string): void => void process.stdout.write(shortLine(json)) };

/**
 * Writes JSON lines to standard output, in batches that are flushed when the process ends. On a terminal, writes short
 * lines for people. The lines contain no personal data: callers log only ids, operations and durations.
 * @param pid the process id, added to each line if several processes write to the same output
 */
export function createLogger(level: string, pid?: number): Logger {
  return pino(
    {
      level,
      base: pid === undefined ? null : { pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    process.stdout.isTTY ? onTerminal : (batches ??= inBatches(pid !== undefined)),
  );
}
