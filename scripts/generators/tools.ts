import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
export const DOCUMENT = join(ROOT, 'docs/openapi.json');
export const PROGRAMS = join(ROOT, 'test/generators');

/** Versions of everything that is fetched. */
const NPM = {
  '@hey-api/openapi-ts': '0.99.0',
  '@redocly/cli': '2.77.0',
  '@stoplight/spectral-cli': '6.16.3',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  orval: '8.38.0',
  typescript: '5.9.3',
  '@types/node': '26.6.6',
  axios: '1.21.1',
  zod: '4.6.7',
};
const PYTHON = [
  'datamodel-code-generator==0.89.0',
  'openapi-generator-cli==7.26.0',
  'openapi-python-client==0.29.1',
];
export const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
export const OGEN = 'github.com/ogen-go/ogen/cmd/ogen@v1.24.0';

/** Time limit of a command in milliseconds, even on a busy machine. */
const TIMEOUT_MS = 30 * 60_000;

/** Compiled dependencies of the Rust client stay between runs; the other languages have such a cache themselves. */
export const CARGO_TARGET_DIR = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'oriki/generators-rust',
);

/** This shell's environment, without variables that configure a service. */
const AROUND = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => name !== 'DATABASE_URL' && !name.startsWith('ORIKI_'),
  ),
);

/** Runs a program to its end. @throws with its output if it fails, or if `quiet` and it prints anything */
export async function run(
  command: string,
  args: string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv; quiet?: boolean },
): Promise<string> {
  const { quiet = false, env, cwd } = options;
  const settings = { cwd, env: { ...AROUND, ...env }, maxBuffer: 2 ** 28, timeout: TIMEOUT_MS };
  const { stdout, stderr } = await promisify(execFile)(command, args, settings).catch(
    (error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(`${error.message.slice(0, 2000)}\n${error.stdout?.slice(-4000) ?? ''}`);
    },
  );
  // Maven ends its colours even in lines without other text.
  // eslint-disable-next-line no-control-regex
  const said = (stdout + stderr).replaceAll(/\u001b\[\d*m/g, '').trim();
  if (quiet && said !== '') throw new Error(`${command} warns: ${said.slice(0, 4000)}`);
  return stdout;
}

/** A folder for everything that is fetched or built. */
export const WORK = await mkdtemp(join(tmpdir(), 'oriki-generators-'));
export const npmFolder = join(WORK, 'npm');
const pythonFolder = join(WORK, 'python');
export const goFolder = join(WORK, 'go');
export function inPython(name: string): string {
  return join(pythonFolder, 'bin', name);
}
export function inNpm(name: string): string {
  return join(npmFolder, 'node_modules/.bin', name);
}
export const ownNode = { PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}` };

const preparations = new Map<string, Promise<unknown>>();
/** Does once what several targets need. */
function prepared(name: string, work: () => Promise<unknown>): Promise<unknown> {
  if (!preparations.has(name)) preparations.set(name, work());
  return preparations.get(name)!;
}

export function npmTools(): Promise<unknown> {
  return prepared('npm', async () => {
    await mkdir(npmFolder);
    const manifest = { private: true, type: 'module', dependencies: NPM };
    await writeFile(join(npmFolder, 'package.json'), JSON.stringify(manifest));
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], {
      cwd: npmFolder,
      env: ownNode,
    });
  });
}

export function pythonTools(): Promise<unknown> {
  return prepared('python', async () => {
    await run('python3', ['-m', 'venv', pythonFolder], { cwd: WORK });
    await run(inPython('pip'), ['install', '-q', ...PYTHON], { cwd: WORK });
  });
}

export async function openApiGenerator(folder: string, args: string[]): Promise<void> {
  await pythonTools();
  const all = ['generate', '-i', DOCUMENT, '-o', folder, ...args];
  await run(inPython('openapi-generator-cli'), all, { cwd: WORK });
}

/** Compiles a program of TypeScript in `folder`, strictly. */
export async function typescript(folder: string): Promise<void> {
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    skipLibCheck: false,
    types: ['node'],
    outDir: 'built',
  };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['.'] }),
  );
  await run(inNpm('tsc'), ['-p', folder], { cwd: folder, env: ownNode, quiet: true });
}

/** The modules that the generated code of Go imports. */
const RUNTIMES: Record<string, string> = {
  'oapi-codegen': 'github.com/oapi-codegen/runtime@v1.8.0',
  ogen: 'github.com/ogen-go/ogen@v1.24.0',
};

/** Makes a Go module with the generated package in `oriki` and a program that uses it. */
export async function goModule(folder: string, target: string): Promise<void> {
  await cp(join(PROGRAMS, target, 'main.go'), join(folder, 'main.go'));
  await run('go', ['mod', 'init', 'example.com/generated'], { cwd: folder });
  const runtime = RUNTIMES[target];
  if (runtime !== undefined) await run('go', ['get', runtime], { cwd: folder });
  await run('go', ['mod', 'tidy'], { cwd: folder });
  await run('go', ['vet', './...'], { cwd: folder, quiet: true });
  await run('go', ['build', '-o', 'program', '.'], { cwd: folder, quiet: true });
}

export function goTool(tool: string): Promise<unknown> {
  return prepared(tool, () =>
    run('go', ['install', tool], { cwd: WORK, env: { GOBIN: goFolder } }),
  );
}
