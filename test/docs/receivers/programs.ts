import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../support/process.ts';
import { CACHE } from '../../support/run-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
export const GUIDE = 'docs/receiving-webhooks.md';

/** The page with the servers in other languages. */
export const MORE = 'docs/webhook-receivers.md';

/** Servers of the guide and of that page, by the name in the comment above their code. */
export const GUIDED = ['node-standardwebhooks', 'node-crypto', 'python', 'go'] as const;
export const FURTHER = ['java', 'php', 'csharp', 'ruby'] as const;
export const RECEIVERS = [...GUIDED, ...FURTHER] as const;
export type ReceiverName = (typeof RECEIVERS)[number];
export type ScriptName = 'shell' | 'send';

export type Receiver = {
  url: string;
  /** Its standard output: `listening`, and one line `received TYPE ID` for each delivery it accepted. */
  output: () => string;
  stop: () => Promise<void>;
};

/** Returns the code of the guide marked `<!-- receiver: NAME -->`. */
export function program(name: ReceiverName | ScriptName): string {
  const page = (FURTHER as readonly string[]).includes(name) ? MORE : GUIDE;
  const guide = readFileSync(join(ROOT, page), 'utf8');
  const [, code] =
    new RegExp(`^<!-- receiver: ${name} -->\\n\\n\`\`\`\\w+\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(
      guide,
    ) ?? [];
  if (code === undefined) throw new Error(`${page} has no program "${name}"`);
  return code;
}

function works(tool: string, args: string[]): boolean {
  return spawnSync(tool, args, { env: environment({}), stdio: 'ignore' }).status === 0;
}

/** Returns the reason why a program cannot run on this machine; undefined if it can. */
export function missingTool(name: ReceiverName | ScriptName): string | undefined {
  if (
    name === 'python' &&
    !works('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)'])
  )
    return 'needs python3, 3.9 or later';
  if (name === 'go' && !works('go', ['version'])) return 'needs go';
  if (name === 'java' && !works('javac', ['-version'])) return 'needs a JDK';
  if (name === 'php' && !works('php', ['--version'])) return 'needs php';
  if (name === 'csharp' && !works('mcs', ['--version'])) return 'needs mono-mcs and mono-runtime';
  if (name === 'ruby' && !works('ruby', ['-rwebrick', '-e', ''])) return 'needs ruby with webrick';
  if (name === 'shell' || name === 'send') {
    if (!works('bash', ['--version'])) return 'needs bash';
    if (!works('openssl', ['version'])) return 'needs openssl';
    if (name === 'send' && !works('curl', ['--version'])) return 'needs curl';
  }
  return undefined;
}

/** Returns the part of this process's environment that the programs get. Go may not use the network. */
function environment(env: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return {
    PATH,
    HOME,
    TMPDIR,
    // All runs share it: a build then takes one second instead of thirty.
    GOCACHE: join(CACHE, `oriki-go-build-${process.getuid?.() ?? 0}`),
    GOFLAGS: '-mod=mod',
    GOPROXY: 'off',
    GOTOOLCHAIN: 'local',
    ...env,
  };
}

/** A program whose clock is stopped. */
const STOPPED_CLOCK = `package main

import (
	"os"
	"strconv"
)

var stoppedAt, _ = strconv.ParseInt(os.Getenv("STOPPED_AT"), 10, 64)
`;

/** Keyed by whether the clock is stopped. */
const built = new Map<boolean, string>();

/** Builds a program once for all its starts; `cleanUp` removes it. */
function build(isStopped: boolean): string {
  const source = program('go');
  const there = built.get(isStopped);
  if (there !== undefined) return there;
  const folder = mkdtempSync(join(tmpdir(), 'oriki-receiver-'));
  const text = isStopped ? source.replaceAll('time.Now()', 'time.Unix(stoppedAt, 0)') : source;
  writeFileSync(join(folder, 'receiver.go'), text);
  writeFileSync(join(folder, 'clock.go'), STOPPED_CLOCK);
  const files = isStopped ? ['receiver.go', 'clock.go'] : ['receiver.go'];
  const { status, stderr } = spawnSync('go', ['build', '-o', 'receiver', ...files], {
    cwd: folder,
    env: environment({}),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`go build: ${stderr}`);
  built.set(isStopped, join(folder, 'receiver'));
  return join(folder, 'receiver');
}

/** Removes what was built. */
export async function cleanUp(): Promise<void> {
  for (const binary of built.values()) await rm(dirname(binary), { recursive: true });
  built.clear();
  if (javaFolder !== undefined) await rm(javaFolder, { recursive: true });
  javaFolder = undefined;
}

type Clock = { asked: string; stopped: string };
const JAVA_CLOCK = {
  asked: 'System.currentTimeMillis()',
  stopped: 'Long.parseLong(System.getenv("STOPPED_AT")) * 1000',
};
const PHP_CLOCK = { asked: 'time()', stopped: "(int) getenv('STOPPED_AT')" };
const CSHARP_CLOCK = {
  asked: 'DateTimeOffset.UtcNow.ToUnixTimeSeconds()',
  stopped: 'long.Parse(Environment.GetEnvironmentVariable("STOPPED_AT"))',
};
const RUBY_CLOCK = { asked: 'Time.now.to_i', stopped: "ENV['STOPPED_AT'].to_i" };

/** Returns a program unchanged, or with its clock stopped at the time in its environment. */
function stopped(source: string, now: number | undefined, clock: Clock): string {
  if (now === undefined) return source;
  if (!source.includes(clock.asked)) throw new Error(`the program does not ask ${clock.asked}`);
  return source.replaceAll(clock.asked, clock.stopped);
}

/** The folder of the compiled program in Java with a stopped clock. */
let javaFolder: string | undefined;

/** Compiles it once for all its starts; `cleanUp` removes it. */
function stoppedJava(): string {
  if (javaFolder !== undefined) return javaFolder;
  const folder = mkdtempSync(join(tmpdir(), 'oriki-receiver-'));
  writeFileSync(join(folder, 'Receiver.java'), stopped(program('java'), 0, JAVA_CLOCK));
  const options = { cwd: folder, env: environment({}), encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync('javac', ['Receiver.java'], options);
  if (status !== 0) throw new Error(`javac: ${stderr}`);
  return (javaFolder = folder);
}

/** Returns the command that runs a program in a folder, with its clock stopped at `now` (Unix seconds). */
function command(name: ReceiverName, folder: string, now?: number): [string, string[]] {
  const source = program(name);
  switch (name) {
    case 'node-standardwebhooks':
    case 'node-crypto': {
      writeFileSync(join(folder, 'receiver.mjs'), source);
      symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
      const clock = `data:text/javascript,Date.now = () => ${(now ?? 0) * 1000}`;
      const preloaded = now === undefined ? [] : ['--import', clock];
      return [process.execPath, [...preloaded, 'receiver.mjs']];
    }
    case 'python': {
      writeFileSync(join(folder, 'receiver.py'), source);
      if (now === undefined) return ['python3', ['receiver.py']];
      const frozen = `import runpy, time; time.time = lambda: ${now}; runpy.run_path('receiver.py')`;
      return ['python3', ['-c', frozen]];
    }
    case 'go':
      return [build(now !== undefined), []];
    case 'java':
      if (now !== undefined) return ['java', ['-cp', stoppedJava(), 'Receiver']];
      writeFileSync(join(folder, 'Receiver.java'), source);
      return ['java', ['Receiver.java']];
    case 'php': {
      writeFileSync(join(folder, 'receiver.php'), stopped(source, now, PHP_CLOCK));
      // Its server does not report when it listens, and starts with any script.
      const wait =
        'until curl -s -o /dev/null "http://127.0.0.1:$PORT/"; do sleep 0.05; done; echo listening';
      return [
        'bash',
        ['-c', `php receiver.php && { (${wait}) & exec php -S "127.0.0.1:$PORT" receiver.php; }`],
      ];
    }
    case 'csharp': {
      writeFileSync(join(folder, 'receiver.cs'), stopped(source, now, CSHARP_CLOCK));
      return ['bash', ['-c', 'mcs -out:receiver.exe receiver.cs && exec mono receiver.exe']];
    }
    case 'ruby':
      writeFileSync(join(folder, 'receiver.rb'), stopped(source, now, RUBY_CLOCK));
      return ['ruby', ['receiver.rb']];
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
 * Runs one of the guide's servers until `stop`. The first one in Go may take a minute, to compile Go's library.
 * Throws with the program's output if it ends before it listens.
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
      env: environment({ ORIKI_WEBHOOK_SECRET: secret, PORT: String(port), STOPPED_AT: `${now}` }),
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
    // Another process took the port.
    if (retries > 0 && /EADDRINUSE|address already in use/i.test(printed.stderr))
      return startReceiver(name, secret, {
        ...(now === undefined ? {} : { now }),
        retries: retries - 1,
      });
    throw error;
  }
}
