import { ConfigError } from './config.ts';

/** A start that cannot succeed, with a message for the operator and the process's exit code. */
export class StartError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 1, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartError';
    this.exitCode = exitCode;
  }
}

/** What is wrong in the operator's words, and the process's exit code. */
export function failureOf(error: unknown): { message: string; exitCode: number } {
  if (error instanceof ConfigError)
    return { message: error.message, exitCode: ConfigError.exitCode };
  if (error instanceof StartError) return { message: error.message, exitCode: error.exitCode };
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message: `Oriki could not start: ${text}`, exitCode: 1 };
}

/** Prints what is wrong and sets the exit code. */
export function reportFailure(error: unknown): void {
  const { message, exitCode } = failureOf(error);
  process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
}
