import { run, type Terminal } from '../../src/cli/run.ts';
import { DATA_DIR, TEST_SECRET } from './app.ts';
import { serversOf } from './servers/servers.ts';

/** Returns the setting for further servers, if an app has several. */
function serversFor({ DATABASE_URL: url }: Record<string, string>): Record<string, string> {
  const servers = url === undefined ? undefined : serversOf(url);
  return servers ? { ORIKI_SERVERS: servers.setting(url!) } : {};
}

/**
 * Runs `oriki …` in this process, because starting one takes a second of computing. Test what only a process has
 * (exit, signals, standard input) with `cli` of process.ts.
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
