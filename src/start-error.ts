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

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Prints what is wrong in the operator's words and sets the exit code. */
export function reportFailure(error: unknown): void {
  if (error instanceof ConfigError) {
    say(error.message);
    process.exitCode = ConfigError.exitCode;
  } else if (error instanceof StartError) {
    say(error.message);
    process.exitCode = error.exitCode;
  } else {
    say(
      `Oriki could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    process.exitCode = 1;
  }
}
