/** The files of a release: built twice from one commit, and started without a network. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { skip } from '../../../scripts/skips.ts';
import { cleanUp, environment, freshDataDir } from '../../support/process.ts';

const ROOT = join(import.meta.dirname, '../../..');
const run = promisify(execFile);
afterAll(cleanUp);

async function works(program: string, args: readonly string[]): Promise<boolean> {
  return run(program, args).then(
    () => true,
    () => false,
  );
}

const online = await works('npm', ['view', 'node', 'version']);
if (!online) skip('registry', 'the files of a release (no registry of npm packages answers)');
const isolates = await works('unshare', ['--net', 'true']);

/** Builds a release from a fresh clone. @returns its folder */
async function release(folder: string): Promise<string> {
  await run('git', ['clone', '--quiet', ROOT, folder]);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await run('npm', ['run', 'release'], { cwd: folder, maxBuffer: 2 ** 26 });
  return join(folder, 'build/release');
}

/** Starts the service, waits until it is ready, and stops it: a network namespace has no network but its own loopback. */
const START = `
ip link set lo up
"$1/bin/oriki" serve &
for attempt in $(seq 120); do
  "$1/node/bin/node" -e 'fetch(process.argv[1]).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))' \\
    "http://127.0.0.1:$PORT/readyz" && break
  sleep 1
done
echo "attempts: $attempt"
kill $!
wait $!
`;

test.runIf(online)(
  'a release has the same bytes when it is built again, and its bundle starts without a network',
  async () => {
    const folder = dirname(await freshDataDir());
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    const sums = await readFile(join(await release(first), 'SHA256SUMS'), 'utf8');
    expect(await readFile(join(await release(second), 'SHA256SUMS'), 'utf8')).toBe(sums);
    expect(sums).toMatch(/ {2}oriki-chart-.*\.tar\.gz$/m);

    if (!isolates) return skip('unshare', 'a start without a network (unshare is not allowed)');
    const [, bundle] = / {2}(oriki-\S+-linux-\S+)\.tar\.gz$/m.exec(sums)!;
    await mkdir(join(folder, 'home'));
    await run('tar', ['-xzf', join(first, 'build/release', `${bundle}.tar.gz`), '-C', folder]);
    const env = environment({
      HOME: join(folder, 'home'),
      ORIKI_DATA_DIR: join(folder, 'offline'),
      PORT: '4871',
    });
    const { stdout } = await run(
      'unshare',
      ['--net', 'sh', '-c', START, 'start', join(folder, bundle!)],
      { env },
    );
    expect(Number(/attempts: (\d+)/.exec(stdout)![1])).toBeLessThan(120);
  },
);
