import { expect, test } from 'vitest';
import type { Command, Opened } from './commands.ts';
import { UsageError } from './flags.ts';
import { parse } from './parser.ts';
import { screenCommands } from './screen.ts';

const screen = screenCommands['screen'] as Extract<Command, { runWith: unknown }>;

test.each([
  ['--org is required', ['--file', 'x.csv']],
  ['--file is required', ['--org', 'o']],
  ['--out is required with --file -', ['--org', 'o', '--file', '-']],
  ['--threshold must be a number from 0 to 100', ['--threshold', '100.5']],
  ['--threshold must be a number from 0 to 100', ['--threshold', '1e2']],
  ['--kinds must be one of sanctions, pep', ['--kinds', 'pep,unknown']],
  ['--limit must be a whole number from 1', ['--limit', '0']],
  ['--format must be one of csv, jsonl', ['--format', 'xml']],
])('a wrong command line is reported: %s', async (message, more) => {
  const args =
    more.includes('--file') || more.includes('--org')
      ? more
      : ['--org', 'o', '--file', 'x.csv', ...more];
  const said = (async () => screen.runWith({} as Opened, parse(['screen', ...args]).flags))();
  await expect(said).rejects.toThrow(message);
  await expect(said).rejects.toBeInstanceOf(UsageError);
});
