import { parse } from './parser.ts';
import { UsageError } from './flags.ts';

/** EX_USAGE of sysexits.h. */
const EXIT_USAGE = 64;

/** The sources and targets of a command's words. */
export type Terminal = {
  /** The process's own unless given. */
  env?: NodeJS.ProcessEnv;
  /** A line of standard output: what the command answers. */
  print: (line: string) => void;
  /** A line of standard error: progress and mistakes, for a person. */
  say: (line: string) => void;
  /** Asks the person at the terminal; undefined where there is no person. */
  ask?: ((question: string) => Promise<string>) | undefined;
  /** Width of the terminal that standard output is; undefined where it is none. */
  columns?: number | undefined;
};

/** Exit code of a command whose words were understood. */
async function dispatch(args: string[], terminal: Terminal): Promise<number> {
  const { name, flags, usage, help } = parse(args, terminal.columns);
  if (help !== undefined) {
    terminal.print(help.trimEnd());
    return 0;
  }
  if (name.startsWith('completion ')) {
    terminal.print((await import('./completion.ts')).completion(name.split(' ')[1]!));
    return 0;
  }
  try {
    // The service is loaded here, so that help costs no time.
    return await (await import('./perform.ts')).perform(name, flags, terminal);
  } catch (error) {
    if (error instanceof UsageError) error.usage = usage;
    throw error;
  }
}

/**
 * Runs one command line, telling what goes wrong in the operator's words; with `--json`, mistakes in the command line and
 * refusals are one JSON object on standard output.
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
