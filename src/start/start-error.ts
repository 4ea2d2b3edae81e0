import { ConfigError } from '../config/config.ts';

/** A start that cannot succeed. It has a message for the operator and the process's exit code. */
export class StartError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 1, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartError';
    this.exitCode = exitCode;
  }
}

/**
 * Returns the reason why a port cannot be used, with advice.
 * @param variable the setting of the port
 * @returns undefined for other errors
 */
export function listenProblem(
  error: unknown,
  variable: 'PORT' | 'ORIKI_ADMIN_PORT',
): { reason: string; advice: string } | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return undefined;
  if (code === 'EADDRINUSE')
    return { reason: 'another program uses it', advice: `set ${variable} to a free one` };
  if (code === 'EACCES')
    return { reason: 'not permitted', advice: `set ${variable} to a port above 1023` };
  return { reason: String(code), advice: 'set HOST to an address of this machine' };
}

/** Returns the message for the operator, and the process's exit code. */
export function failureOf(error: unknown): { message: string; exitCode: number } {
  if (error instanceof ConfigError)
    return { message: error.message, exitCode: ConfigError.exitCode };
  if (error instanceof StartError) return { message: error.message, exitCode: error.exitCode };
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message: `Oriki could not start: ${text}`, exitCode: 1 };
}

/** Prints the error and sets the exit code. */
export function reportFailure(error: unknown): void {
  const { message, exitCode } = failureOf(error);
  process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
}
