import { CITUS, HOME } from '../platform/db/buckets/placement.ts';
import { databaseUrl, fail, Invalid, setting } from './values.ts';

/** Settings of further PostgreSQL servers, which have buckets of organizations. */

/** URLs by server name. A message names the server, never its URL. */
function servers(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [i, part] of text.split(/\s+/).filter(Boolean).entries()) {
    const [, name, url] = /^([a-z0-9_]+)=(.+)$/.exec(part) ?? [];
    if (name === undefined || url === undefined)
      return fail(
        `must be <name>=<URL>, separated by spaces, with names of lower-case letters, digits and _: part ${i + 1} is not`,
      );
    if (name === HOME)
      return fail(`must not name ${HOME}: that is the server of the database itself`);
    if (name === CITUS) return fail(`must not name ${CITUS}: its nodes are found in the database`);
    if (found.has(name)) return fail(`names ${name} twice`);
    try {
      found.set(name, databaseUrl(url));
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      return fail(`${error.message} for ${name}`);
    }
  }
  return found;
}

export const serverSettings = {
  servers: setting({
    env: 'ORIKI_SERVERS',
    description:
      'Further PostgreSQL servers for buckets of organizations: `<name>=<URL>`, separated by spaces. Names are of ' +
      `lower-case letters, digits and \`_\`; \`${HOME}\` is the server of \`DATABASE_URL\`, or the embedded one. The role ` +
      'has the same name on all of them. The same for every process.',
    default: '',
    parse: servers,
    secret: true,
  }),
  migrationServers: setting({
    env: 'ORIKI_MIGRATION_SERVERS',
    description:
      'The servers of `ORIKI_SERVERS` as the owners of the schemas, only for `oriki migrate`, `oriki buckets` and ' +
      '`oriki org move`. Without it the roles in `ORIKI_SERVERS` own everything.',
    default: '',
    parse: servers,
    secret: true,
  }),
};

type Servers = { readonly [K in keyof typeof serverSettings]: ReadonlyMap<string, string> };

/** Returns the owners of unknown servers, one line each. */
export function serverProblems({ servers: known, migrationServers }: Servers): string[] {
  return [...migrationServers.keys()]
    .filter((name) => !known.has(name))
    .map((name) => `ORIKI_MIGRATION_SERVERS names ${name}, which ORIKI_SERVERS does not`);
}
