/**
 * Exits with 0 if the process of the container is ready. The image has no other program that could send the request.
 *
 * With the path of a process in /proc (`/proc/1` of a container with an init) it also acts: if the service accepts
 * connections and three times in a row answers no /livez, it kills the children of that process, so that the container
 * ends and Docker starts it again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PATIENCE_MS = 4000;
const MOST_SILENT = 3;
const SILENT_FILE = join(tmpdir(), 'oriki-silent');

const port = process.env['ORIKI_ADMIN_PORT'] ?? '';

/** Returns `silent` only if there was a connection: a service that starts or ends has none. */
function ask(path: string): Promise<'ok' | 'failed' | 'silent'> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).then(
    ({ ok }) => (ok ? 'ok' : 'failed'),
    ({ name }: Error) => (name === 'TimeoutError' ? 'silent' : 'failed'),
  );
}

/** Counts silent answers in a row, and acts on the last one. */
function act(process_: string, isSilent: boolean): void {
  let silent = 0;
  try {
    silent = Number(readFileSync(SILENT_FILE, 'utf8'));
  } catch {
    // The first time.
  }
  silent = isSilent ? silent + 1 : 0;
  const isOver = silent >= MOST_SILENT;
  writeFileSync(SILENT_FILE, String(isOver ? 0 : silent));
  if (!isOver) return;
  const children = readFileSync(join(process_, 'task', '1', 'children'), 'utf8');
  for (const pid of children.split(' ').filter(Boolean)) process.kill(Number(pid), 'SIGKILL');
}

const [ready, live] = await Promise.all([ask('/readyz'), ask('/livez')]);
const parent = process.argv[2];
if (parent !== undefined) act(parent, live === 'silent');
process.exit(ready === 'ok' ? 0 : 1);
