import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EmbeddedDatabase } from '../platform/db/embedded.ts';

type Place = Pick<EmbeddedDatabase, 'cluster' | 'isElsewhere'>;

function elsewhere(cluster: string): string {
  return `
THE DATABASE IS NOT IN THIS FOLDER: PostgreSQL does not run as root, and the account that it runs as cannot enter this
folder. It is in

  ${cluster}

and a copy of this folder alone is no backup.
`;
}

function textOf({ cluster, isElsewhere }: Place): string {
  return `The data folder of Oriki.
${isElsewhere ? elsewhere(cluster) : ''}
  ${isElsewhere ? '' : 'postgres, run, postgres.log  the embedded PostgreSQL\n  '}postgres.json  the password of the database and, if it is not here, its place
  secret         the server secret
  keys.json      the keys of what is encrypted: keep a copy apart from the database
  exports        files of exports
  indexes        of global lists, made anew when it is not there
  compile-cache  made anew when it is not there

To back up, stop every process of Oriki on this folder, and copy it${isElsewhere ? ` and ${dirname(cluster)}` : ''} with owners and modes.
docs/operations/backup.md has the rest.
`;
}

/** Says in the data folder what is in it, and where the database is. Without room for that the service starts all the same. */
export async function describeDataFolder(dataDir: string, place: Place): Promise<void> {
  const path = join(dataDir, 'README');
  const text = textOf(place);
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return;
  await writeFile(path, text, { mode: 0o600 }).catch(() => {});
}
