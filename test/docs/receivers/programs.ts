import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/process.ts';

const ROOT = join(import.meta.dirname, '../../..');
export const GUIDE = 'docs/receiving-webhooks.md';

/** The servers of the guide, by the name in the comment above their code. */
export const RECEIVERS = ['node-standardwebhooks', 'node-crypto', 'python', 'go'] as const;
export type ReceiverName = (typeof RECEIVERS)[number];
export type ScriptName = 'shell' | 'send';

export type Receiver = {
  url: string;
  /** Its standard output: `listening`, and one line `received TYPE ID` for each delivery it accepted. */
  output: () => string;
  stop: () => Promise<void>;
};

/** The code of the guide that is marked `<!-- receiver: NAME -->`. */
export function program(name: ReceiverName | ScriptName): string {
  const guide = readFileSync(join(ROOT, GUIDE), 'utf8');
  const [, code] =
    new RegExp(`^<!-- receiver: ${name} -->\\n\\n\`\`\`\\w+\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(
      guide,
    ) ?? [];
  if (code === undefined) throw new Error(`${GUIDE} has no program "${name}"`);
  return code;
}

function works(tool: string, args: string[]): boolean {
  return spawnSync(tool, args, { env: environment({}), stdio: 'ignore' }).status === 0;
}

/** The reason that a program cannot run on this machine; undefined if it can. */
export function missingTool(name: ReceiverName | ScriptName): string | undefined {
  if (
    name === 'python' &&
    !works('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)'])
  )
    return 'needs python3, 3.9 or later';
  if (name === 'go' && !works('go', ['version'])) return 'needs go';
  if (name === 'shell' || name === 'send') {
    if (!works('bash', ['--version'])) return 'needs bash';
    if (!works('openssl', ['version'])) return 'needs openssl';
    if (name === 'send' && !works('curl', ['--version'])) return 'needs curl';
  }
  return undefined;
}

/** The part of this process's environment that the programs see. The network is closed to go. */
function environment(env: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return {
    PATH,
    HOME,
    TMPDIR,
    // Shared by all runs: a build then takes one second instead of thirty.
    GOCACHE: join(tmpdir(), `oriki-go-build-${process.getuid?.() ?? 0}`),
    GOFLAGS: '-mod=mod',
    GOPROXY: 'off',
    GOTOOLCHAIN: 'local',
    ...env,
  };
}

function build(folder: string, source: string): string {
  writeFileSync(join(folder, 'receiver.go'), source);
  const binary = join(folder, 'receiver');
  const { status, stderr } = spawnSync('go', ['build', '-o', binary, 'receiver.go'], {
    cwd: folder,
    env: environment({}),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`go build: ${stderr}`);
  return binary;
}

/** The command that runs a program in a folder, with its clock stopped at `now` (Unix seconds). */
function command(name: ReceiverName, folder: string, now?: number): [string, string[]] {
  const source = program(name);
  switch (name) {
    case 'node-standardwebhooks':
    case 'node-crypto': {
      writeFileSync(join(folder, 'receiver.mjs'), source);
      symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
      const clock = `data:text/javascript,Date.now = () => ${(now ?? 0) * 1000}`;
      const stopped = now === undefined ? [] : ['--import', clock];
      return [process.execPath, [...stopped, 'receiver.mjs']];
    }
    case 'python': {
      writeFileSync(join(folder, 'receiver.py'), source);
      if (now === undefined) return ['python3', ['receiver.py']];
      const stopped = `import runpy, time; time.time = lambda: ${now}; runpy.run_path('receiver.py')`;
      return ['python3', ['-c', stopped]];
    }
    case 'go': {
      const stopped = source.replaceAll('time.Now()', `time.Unix(${now}, 0)`);
      return [build(folder, now === undefined ? source : stopped), []];
    }
  }
}

async function listening(child: ChildProcess, output: () => string): Promise<boolean> {
  while (!/^listening$/m.test(output())) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    await Promise.race([once(child.stdout!, 'data'), once(child, 'close')]);
  }
  return true;
}

/**
 * Runs one of the guide's servers until `stop`. The first one in Go may take a minute, to compile
 * Go's library. Throws with what the program printed if it ends before it listens.
 */
export async function startReceiver(
  name: ReceiverName,
  secret: string,
  { now, retries = 2 }: { now?: number; retries?: number } = {},
): Promise<Receiver> {
  const folder = mkdtempSync(join(tmpdir(), 'oriki-receiver-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  const printed = { stdout: '', stderr: '' };
  const stop = async (): Promise<void> => {
    if (child?.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [file, args] = command(name, folder, now);
    child = spawn(file, args, {
      cwd: folder,
      env: environment({ ORIKI_WEBHOOK_SECRET: secret, PORT: String(port) }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => (printed.stdout += chunk));
    child.stderr!.setEncoding('utf8').on('data', (chunk: string) => (printed.stderr += chunk));
    const output = (): string => printed.stdout;
    if (!(await listening(child, output)))
      throw new Error(`${name} did not start: ${printed.stderr}`);
    return { url: `http://127.0.0.1:${port}/oriki`, output, stop };
  } catch (error) {
    await stop();
    // Somebody else took the port in the meantime.
    if (retries > 0 && /EADDRINUSE|address already in use/i.test(printed.stderr))
      return startReceiver(name, secret, {
        ...(now === undefined ? {} : { now }),
        retries: retries - 1,
      });
    throw error;
  }
}
