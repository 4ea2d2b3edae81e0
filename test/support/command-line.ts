import { run, type Terminal } from '../../src/cli/run.ts';
import { DATA_DIR, TEST_SECRET } from './app.ts';
import { serversOf } from './servers/servers.ts';

/** The servers beside that of the database, where an app has several. */
function serversFor({ DATABASE_URL: url }: Record<string, string>): Record<string, string> {
  const servers = url === undefined ? undefined : serversOf(url);
  return servers ? { ORIKI_SERVERS: servers.setting(url!) } : {};
}

/**
 * `oriki …` in this process, for what a command does: starting one takes a second of computing. What only a process
 * has (exit, signals, standard input) is tested with `cli` of process.ts.
 */
export async function oriki(
  args: string[],
  env: Record<string, string> = {},
  terminal: Pick<Terminal, 'ask'> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' };
  const code = await run(args, {
    env: { ORIKI_SECRET: TEST_SECRET, ORIKI_DATA_DIR: DATA_DIR, ...serversFor(env), ...env },
    ...terminal,
    print: (line) => void (said.stdout += `${line}\n`),
    say: (line) => void (said.stderr += `${line}\n`),
  });
  return { code, ...said };
}
