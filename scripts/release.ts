/**
 * `npm run release` builds the files of a version into build/release, and publishes nothing. It builds the npm package,
 * a bundle that installs without a network, the chart, the image where Docker is available, the bill of materials, a
 * statement of provenance, and checksums. The same commit gives the same bytes on the same platform (docs/releases.md).
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const ROOT = join(import.meta.dirname, '..');
const OUT = join(ROOT, 'build/release');
const BASE_IMAGE = /^ARG NODE_IMAGE=(\S+)$/m;
const PLATFORMS = 'linux/amd64,linux/arm64';

/** Starts the program with the Node.js of the bundle, wherever the bundle is. */
const LAUNCHER = `#!/bin/sh
home=$(dirname "$(readlink -f "$0")")/..
exec "$home/node/bin/node" --max-semi-space-size=16 --heap-growing-percent=30 "$home/lib/bin/oriki.cjs" "$@"
`;

function run(program: string, args: readonly string[], cwd: string, env = {}): string {
  return execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Archives folders of `cwd`. Order, owners, rights and times depend only on the commit, and not on the umask. */
function archive(file: string, cwd: string, folders: readonly string[], epoch: string): void {
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u+rw,go=rX'];
  run(
    'tar',
    ['--sort=name', `--mtime=@${epoch}`, ...owner, '-cf', file.replace(/\.gz$/, ''), ...folders],
    cwd,
  );
  run('gzip', ['-n', '-9', '-f', file.replace(/\.gz$/, '')], cwd);
}

const commit = run('git', ['rev-parse', 'HEAD'], ROOT).trim();
const epoch = run('git', ['log', '-1', '--format=%ct'], ROOT).trim();
if (run('git', ['status', '--porcelain', '--untracked-files=no'], ROOT) !== '')
  throw new Error('the release is built from a commit: commit or remove your changes');
const { name, version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
};
if (!(await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8')).includes(`## [${version}]`))
  throw new Error(`CHANGELOG.md has no section for ${version}`);

await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });
const work = await mkdtemp(join(tmpdir(), 'oriki-release-'));
const tree = join(work, 'tree');
/** With another NODE_ENV of the caller, the console is built for development, with the paths of this machine. */
const env = { SOURCE_DATE_EPOCH: epoch, NODE_ENV: 'production' };

/** Makes the npm package, from the files of the commit alone. */
async function makePackage(): Promise<string> {
  await mkdir(tree);
  run('git', ['archive', '--output', join(work, 'tree.tar'), commit], ROOT);
  run('tar', ['-xf', '../tree.tar'], tree);
  await symlink(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  run('npm', ['pack', '--silent', '--pack-destination', OUT], tree, env);
  return `${name}-${version}.tgz`;
}

/** Makes the bundle: the package with its dependencies and Node.js, for the platform of this machine. */
async function makeBundle(packed: string): Promise<void> {
  const folder = `${name}-${version}-${process.platform}-${process.arch}`;
  const home = join(work, folder);
  await mkdir(join(home, 'bin'), { recursive: true });
  await mkdir(join(home, 'node/bin'), { recursive: true });
  run('tar', ['-xzf', join(OUT, packed), '--one-top-level=lib', '--strip-components=1'], home);
  // Installs the versions of the lock file; the packed manifest has no development packages.
  const lib = join(home, 'lib');
  for (const file of ['package-lock.json', '.npmrc']) await cp(join(tree, file), join(lib, file));
  const manifest = await readFile(join(lib, 'package.json'));
  const { allowScripts } = JSON.parse(await readFile(join(tree, 'package.json'), 'utf8')) as {
    allowScripts: object;
  };
  const withScripts = { ...(JSON.parse(manifest.toString()) as object), allowScripts };
  await writeFile(join(lib, 'package.json'), JSON.stringify(withScripts));
  run('npm', ['install', '--omit=dev', '--no-save'], lib);
  await writeFile(join(lib, 'package.json'), manifest);
  for (const file of ['package-lock.json', '.npmrc', 'node_modules/.package-lock.json'])
    await rm(join(lib, file), { force: true });
  await cp(join(ROOT, 'node_modules/node/bin/node'), join(home, 'node/bin/node'));
  await writeFile(join(home, 'bin/oriki'), LAUNCHER, { mode: 0o755 });
  archive(join(OUT, `${folder}.tar.gz`), work, [folder], epoch);
}

async function makeChart(): Promise<void> {
  await cp(join(tree, 'deploy/chart'), join(work, name), { recursive: true });
  archive(join(OUT, `${name}-chart-${version}.tar.gz`), work, [name], epoch);
}

/** Makes the image for both platforms, on a base with a fixed digest. */
async function makeImage(): Promise<void> {
  const [, base] = BASE_IMAGE.exec(await readFile(join(tree, 'Dockerfile'), 'utf8'))!;
  const format = '{{.Manifest.Digest}}';
  let digest: string;
  try {
    digest = run('docker', ['buildx', 'imagetools', 'inspect', base!, '--format', format], tree);
  } catch {
    console.log('no image: docker buildx does not run here');
    return;
  }
  const file = join(OUT, `${name}-${version}-image.tar`);
  const options = [
    ['--platform', PLATFORMS],
    ['--provenance', 'false'],
    ['--build-arg', `NODE_IMAGE=${base!.split(':')[0]}@${digest.trim()}`],
    ['--build-arg', `VERSION=${version}`],
    ['--build-arg', `REVISION=${commit}`],
    ['--output', `type=oci,dest=${file},rewrite-timestamp=true`],
  ];
  run('docker', ['buildx', 'build', ...options.flat(), '.'], tree, env);
}

/** Returns the bill of materials without its random number and its time. */
function withoutTime(bill: string): string {
  const {
    serialNumber: _,
    metadata,
    ...rest
  } = JSON.parse(bill) as {
    serialNumber: string;
    metadata: object;
  };
  return `${JSON.stringify({ ...rest, metadata: { ...metadata, timestamp: undefined } }, null, 2)}\n`;
}

/**
 * Writes a statement of the sources of the files, as an in-toto statement with SLSA provenance. It has no signature.
 */
async function writeProvenance(files: readonly string[]): Promise<void> {
  const subject = await Promise.all(
    files.map(async (file) => ({ name: file, digest: { sha256: await sha256(join(OUT, file)) } })),
  );
  const lock = await sha256(join(tree, 'package-lock.json'));
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'npm run release',
        externalParameters: { version },
        internalParameters: { node: process.version, platform: process.platform },
        resolvedDependencies: [
          { uri: `git+${name}`, digest: { gitCommit: commit } },
          { uri: 'package-lock.json', digest: { sha256: lock } },
        ],
      },
      runDetails: { builder: { id: 'scripts/release.ts' } },
    },
  };
  const text = `${JSON.stringify(statement, null, 2)}\n`;
  await writeFile(join(OUT, `${name}-${version}.provenance.json`), text);
}

try {
  const packed = await makePackage();
  await makeBundle(packed);
  await makeChart();
  await makeImage();
  run('node', ['scripts/supply-chain.ts'], tree, { ORIKI_VERIFY_SKIPS: 'vulnerabilities' });
  const bill = await readFile(join(tree, 'build/sbom.cdx.json'), 'utf8');
  await writeFile(join(OUT, `${name}-${version}.sbom.cdx.json`), withoutTime(bill));
  await writeProvenance((await readdir(OUT)).toSorted());
  const files = (await readdir(OUT)).toSorted();
  const sums = await Promise.all(
    files.map(async (file) => `${await sha256(join(OUT, file))}  ${file}\n`),
  );
  await writeFile(join(OUT, 'SHA256SUMS'), sums.join(''));
  console.log(sums.join('').trimEnd());
} finally {
  await rm(work, { recursive: true });
}
