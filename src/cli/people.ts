import { commandActor } from '../start/command-audit.ts';
import type { Command, Opened } from './commands.ts';
import { choice, need, pageOf, type Flags } from './flags.ts';
import type { Config } from '../config/config.ts';
import * as people from '../modules/people/index.ts';
import { getOrganization } from '../modules/tenants/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { PLATFORM } from '../platform/audit/action.ts';
import { codeUrl } from '../platform/http/browser/links.ts';

const { OPERATOR_ROLE_NAMES, TENANT_ROLE_NAMES, ProfileBox } = people;

/** The address at which people reach the service from where this runs. */
function originOf({ publicUrl, host, port }: Config): string {
  if (publicUrl !== undefined) return publicUrl;
  const here = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${here.includes(':') ? `[${here}]` : here}:${port}`;
}

function rolesOf(flags: Flags, names: readonly string[]): string[] {
  const given = need(flags, 'role').split(',');
  return [...new Set(given.map((role) => choice('role', role.trim(), names)))];
}

function orgOf(flags: Flags): string {
  return flags.org ?? PLATFORM;
}

/** The command line grants whatever its user asks for: it has the database. */
function granted({ secret }: Opened) {
  return { profiles: new ProfileBox(secret), grantor: null };
}

async function inOrganization<T>(
  { db }: Opened,
  orgId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    if (orgId !== PLATFORM) await getOrganization(tx, orgId);
    return work(tx);
  });
}

export const peopleCommands: Record<string, Command> = {
  'console login': {
    audit: {
      action: 'console.login',
      object: ({ flags }) => flags.role ?? 'admin',
      organization: ({ flags }) => flags.org,
    },
    runWith(opened, flags) {
      const orgId = orgOf(flags);
      const names = orgId === PLATFORM ? OPERATOR_ROLE_NAMES : TENANT_ROLE_NAMES;
      const role = choice('role', flags.role ?? 'admin', names as string[]);
      const who = { orgId, role, name: flags.name ?? 'console' };
      return inOrganization(opened, orgId, async (tx) => {
        const made = await people.makeLinkCode(tx, who, new ProfileBox(opened.secret));
        const url = codeUrl(originOf(opened.config), made.code);
        return { url, expiresAt: made.expiresAt, userId: made.userId };
      });
    },
  },
  'member list': {
    runWith: (opened, flags) =>
      inOrganization(opened, need(flags, 'org'), (tx) =>
        people.listMembers(tx, need(flags, 'org'), pageOf(flags), new ProfileBox(opened.secret)),
      ),
  },
  'member invite': {
    audit: { action: 'invitation.create', organization: ({ flags }) => flags.org },
    runWith(opened, flags) {
      const orgId = need(flags, 'org');
      const input = {
        roles: rolesOf(flags, TENANT_ROLE_NAMES),
        ...(flags.email === undefined ? {} : { email: flags.email }),
      };
      const by = { id: 'cli', grantor: null };
      return inOrganization(opened, orgId, (tx) =>
        people.invite(tx, orgId, input, {
          profiles: new ProfileBox(opened.secret),
          by,
          origin: originOf(opened.config),
        }),
      );
    },
  },
  'member update': {
    audit: {
      action: 'member.change',
      object: ({ flags }) => flags.id,
      organization: ({ flags }) => flags.org,
    },
    runWith: (opened, flags) =>
      inOrganization(opened, need(flags, 'org'), (tx) =>
        people.changeMember(tx, need(flags, 'org'), need(flags, 'id'), {
          roles: rolesOf(flags, TENANT_ROLE_NAMES),
          ...granted(opened),
          actor: commandActor(),
        }),
      ),
  },
  'member remove': {
    audit: {
      action: 'member.remove',
      object: ({ flags }) => flags.id,
      organization: ({ flags }) => flags.org,
    },
    runWith: (opened, flags) =>
      inOrganization(opened, need(flags, 'org'), (tx) =>
        people.removeMember(tx, need(flags, 'org'), need(flags, 'id')),
      ),
  },
  'operator list': {
    runWith: (opened, flags) =>
      people.listMembers(opened.db.read, PLATFORM, pageOf(flags), new ProfileBox(opened.secret)),
  },
  'operator add': {
    audit: { action: 'operator.add' },
    runWith: (opened, flags) =>
      opened.db.transaction((tx) =>
        people.addMember(
          tx,
          PLATFORM,
          {
            issuer: need(flags, 'issuer'),
            subject: need(flags, 'subject'),
            roles: rolesOf(flags, OPERATOR_ROLE_NAMES),
            ...(flags.email === undefined ? {} : { email: flags.email }),
            ...(flags.name === undefined ? {} : { name: flags.name }),
          },
          granted(opened),
        ),
      ),
  },
  'operator update': {
    audit: { action: 'operator.change', object: ({ flags }) => flags.id },
    runWith: (opened, flags) =>
      opened.db.transaction((tx) =>
        people.changeMember(tx, PLATFORM, need(flags, 'id'), {
          roles: rolesOf(flags, OPERATOR_ROLE_NAMES),
          ...granted(opened),
          actor: commandActor(),
        }),
      ),
  },
  'operator remove': {
    audit: { action: 'operator.remove', shows: ['roles', 'groupRoles'] },
    run: (tx, flags) => people.removeMember(tx, PLATFORM, need(flags, 'id')),
  },
  'session list': {
    runWith: ({ db, config }, flags) =>
      people.listSessions(db.read, orgOf(flags), pageOf(flags), {
        idleSeconds: config.sessionIdleSeconds,
        absoluteSeconds: config.sessionSeconds,
      }),
  },
  'session end': {
    audit: { action: 'session.end', organization: ({ flags }) => flags.org },
    run: (tx, flags) => people.endSession(tx, orgOf(flags), need(flags, 'id')),
  },
};
