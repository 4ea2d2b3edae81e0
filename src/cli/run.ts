import { parse } from './parser.ts';
import { UsageError } from './flags.ts';

/** EX_USAGE of sysexits.h. */
const EXIT_USAGE = 64;

/** The inputs and outputs of a command. */
export type Terminal = {
  /** The environment; that of the process by default. */
  env?: NodeJS.ProcessEnv;
  /** Writes a line to standard output: the answer of the command. */
  print: (line: string) => void;
  /** Writes a line to standard error: progress and errors, for a person. */
  say: (line: string) => void;
  /** Asks the person at the terminal; undefined without one. */
  ask?: ((question: string) => Promise<string>) | undefined;
  /** The width of the terminal at standard output; undefined without one. */
  columns?: number | undefined;
};

/** Runs a parsed command. @returns the exit code */
async function dispatch(args: string[], terminal: Terminal): Promise<number> {
  const { name, flags, usage, help } = parse(args, terminal.columns);
  if (help !== undefined) {
    terminal.print(help.trimEnd());
    return 0;
  }
  if (name.startsWith('completion ')) {
    terminal.print((await import('./completion/completion.ts')).completion(name.split(' ')[1]!));
    return 0;
  }
  try {
    // The service is loaded only here, so that help is fast.
    return await (await import('./perform.ts')).perform(name, flags, terminal);
  } catch (error) {
    if (error instanceof UsageError) error.usage = usage;
    throw error;
  }
}

/**
 * Runs one command line and reports errors in words for the operator. With `--json`, wrong usage and rejections are
 * one JSON object on standard output.
 * @returns the process's exit code
 */
export async function run(args: string[], terminal: Terminal): Promise<number> {
  const json = args.includes('--json');
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    const { ApiError } = await import('../platform/errors/index.ts');
    if (error instanceof UsageError) {
      if (json) terminal.print(JSON.stringify(new ApiError('BAD_REQUEST', error.message).toBody()));
      else terminal.say(`oriki: ${error.message}\n\n${error.usage}`);
      return EXIT_USAGE;
    }
    if (error instanceof ApiError) {
      if (json) terminal.print(JSON.stringify(error.toBody()));
      else terminal.say(`oriki: ${error.code}: ${error.message}`);
      return 1;
    }
    const { failureOf, StartError } = await import('../start/start-error.ts');
    const { message, exitCode } = failureOf(error);
    terminal.say(error instanceof StartError ? `oriki: ${message}` : message);
    return exitCode;
  }
}
