import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedDatabaseError } from './common.ts';

/** The account that PostgreSQL runs as when Oriki runs as root. */
export type Account = { name: string; uid: number; gid: number };

/** Names of accounts, beginning with a dedicated one. The last one exists nearly everywhere. */
const PREFERRED = ['oriki', 'postgres', 'nobody'];

function accounts(passwdFile: string): Account[] {
  let text = '';
  try {
    text = readFileSync(passwdFile, 'utf8');
  } catch {
    // Without a passwd file (a minimal container image) there is no account; the caller reports the repair.
  }
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (name === undefined || uid === undefined || gid === undefined) return [];
    return Number(uid) > 0 && Number(gid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/**
 * Returns the account that runs PostgreSQL when Oriki is root: `owner` if given (the owner of an existing cluster must
 * run it), otherwise the first of `PREFERRED` that exists. initdb looks up its user in passwd, so an account without an
 * entry cannot create a cluster.
 * @throws EmbeddedDatabaseError when there is none.
 */
export function unprivilegedAccount(
  owner?: { uid: number; gid: number },
  passwdFile = '/etc/passwd',
): Account {
  const known = accounts(passwdFile);
  if (owner !== undefined && owner.uid > 0) {
    const name = known.find((account) => account.uid === owner.uid)?.name ?? String(owner.uid);
    return { name, uid: owner.uid, gid: owner.gid };
  }
  for (const name of PREFERRED) {
    const account = known.find((candidate) => candidate.name === name);
    if (account !== undefined) return account;
  }
  throw new EmbeddedDatabaseError(
    'PostgreSQL refuses to run as root, and no account oriki, postgres or nobody exists ' +
      'to run it. Start Oriki as an ordinary user, create an account (useradd --system oriki), or set ' +
      'DATABASE_URL to a PostgreSQL server.',
  );
}

const READ = 4;
const SEARCH = 1;

function permits(path: string, account: Account, wanted: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  const { uid, gid, mode } = found;
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & wanted) === wanted;
}

/** True when the account may enter `folder` and every folder above it. */
export function canEnter(folder: string, account: Account): boolean {
  for (let path = folder; ; path = dirname(path)) {
    if (!permits(path, account, SEARCH)) return false;
    if (path === dirname(path)) return true;
  }
}

/** True when the account may reach and read `file`. */
export function canRead(file: string, account: Account): boolean {
  return canEnter(dirname(file), account) && permits(file, account, READ);
}
