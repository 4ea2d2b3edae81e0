import { commandActor } from '../start/command-audit.ts';
import { addressOfService } from '../start/data-folder.ts';
import type { Asking, Command, Opened } from './commands.ts';
import { choice, need, pageOf, type Flags } from './flags.ts';
import * as people from '../modules/people/index.ts';
import { getOrganization, keysMadeBy, KEYS_OF_LEAVER } from '../modules/tenants/index.ts';
import type { Queryable } from '../platform/db/database.ts';
import { PLATFORM } from '../platform/audit/action.ts';
import { Changed } from '../platform/audit/audit.ts';
import { codeUrl } from '../platform/http/pages/html.ts';

const { OPERATOR_ROLE_NAMES, TENANT_ROLE_NAMES, ProfileBox } = people;

function rolesOf(flags: Flags, names: readonly string[]): string[] {
  const given = need(flags, 'role').split(',');
  return [...new Set(given.map((role) => choice('role', role.trim(), names)))];
}

function orgOf(flags: Flags): string {
  return flags.org ?? PLATFORM;
}

/** The command line may give every role, because its user has the database. */
function granted({ secret }: Opened) {
  return { profiles: new ProfileBox(secret), grantor: null, actor: commandActor() };
}

/** Returns the organization if it exists, or the operators. @throws ApiError NOT_FOUND */
async function known(tx: Queryable, orgId: string): Promise<string> {
  if (orgId !== PLATFORM) await getOrganization(tx, orgId);
  return orgId;
}

/** Asks whether to keep or revoke the person's keys, if any are in use. */
async function askForKeys(
  { db }: Opened,
  orgId: string,
  flags: Flags,
  { say, ask }: Asking,
): Promise<Flags> {
  if (flags.keys !== undefined) return flags;
  const made = await keysMadeBy(db.read, orgId, need(flags, 'id'));
  const owned = made.filter(({ active }) => active);
  if (owned.length === 0) return flags;
  say('The person created these keys, which are in use:');
  for (const { id, name } of owned) say(`  ${id} ${name}`);
  const answer = await ask(`Keep them or revoke them? (${KEYS_OF_LEAVER.join(', ')}) [keep] `);
  return { ...flags, keys: answer.trim() || 'keep' };
}

/** Returns the options for a removal, and the account that runs the command. */
function leaving(flags: Flags) {
  const keys = flags.keys === undefined ? undefined : choice('keys', flags.keys, KEYS_OF_LEAVER);
  return { keys, actor: commandActor() };
}

/** Fields of the answers that are recorded in the audit log. */
const ROLE_FACTS = ['roles', 'groupRoles'];

export const peopleCommands: Record<string, Command> = {
  'console login': {
    audit: {
      action: 'console.login',
      does: 'created a sign-in link',
      object: ({ data }) => data?.['userId'] as string | undefined,
      organization: ({ flags }) => flags.org,
      shows: ['roles'],
    },
    async run(tx, flags, opened) {
      const orgId = await known(tx, orgOf(flags));
      const names = orgId === PLATFORM ? OPERATOR_ROLE_NAMES : TENANT_ROLE_NAMES;
      const role =
        flags.role === undefined ? undefined : choice('role', flags.role, names as string[]);
      const who = { orgId, role, name: flags.name ?? 'console' };
      const { before, after } = await people.makeLinkCode(tx, who, granted(opened));
      const { code, ...made } = after;
      const url = codeUrl(await addressOfService(opened.config), code);
      return new Changed(before, { url, ...made });
    },
  },
  'member list': {
    audit: {
      action: 'member.read',
      does: 'read the list of members',
      organization: ({ flags }) => flags.org,
    },
    run: async (tx, flags, { secret }) =>
      people.listMembers(
        tx,
        await known(tx, need(flags, 'org')),
        pageOf(flags),
        new ProfileBox(secret),
      ),
  },
  'member invite': {
    audit: {
      action: 'invitation.create',
      does: 'invited a person',
      organization: ({ flags }) => flags.org,
      shows: ['roles', 'expiresAt'],
    },
    async run(tx, flags, { secret, config }) {
      const input = {
        roles: rolesOf(flags, TENANT_ROLE_NAMES),
        ...(flags.email === undefined ? {} : { email: flags.email }),
      };
      const by = { id: people.COMMAND_LINE, grantor: null, actor: commandActor() };
      const means = {
        profiles: new ProfileBox(secret),
        by,
        origin: await addressOfService(config),
      };
      return people.invite(tx, await known(tx, need(flags, 'org')), input, means);
    },
  },
  'member update': {
    audit: {
      action: 'member.change',
      does: 'changed the roles of a member',
      organization: ({ flags }) => flags.org,
      shows: ROLE_FACTS,
    },
    run: async (tx, flags, opened) =>
      people.changeMember(tx, await known(tx, need(flags, 'org')), need(flags, 'id'), {
        roles: rolesOf(flags, TENANT_ROLE_NAMES),
        ...granted(opened),
      }),
  },
  'member remove': {
    audit: {
      action: 'member.remove',
      does: 'removed a member',
      organization: ({ flags }) => flags.org,
      shows: ROLE_FACTS,
    },
    complete: (opened, flags, terminal) => askForKeys(opened, need(flags, 'org'), flags, terminal),
    run: async (tx, flags) => {
      const orgId = await known(tx, need(flags, 'org'));
      return people.removeMember(tx, orgId, need(flags, 'id'), leaving(flags));
    },
  },
  'operator list': {
    audit: { action: 'operator.read', does: 'read the list of operators' },
    run: (tx, flags, { secret }) =>
      people.listMembers(tx, PLATFORM, pageOf(flags), new ProfileBox(secret)),
  },
  'operator add': {
    begins: true,
    audit: { action: 'operator.add', does: 'added an operator', shows: ROLE_FACTS },
    run: (tx, flags, opened) =>
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
  },
  'operator update': {
    audit: {
      action: 'operator.change',
      does: 'changed the roles of an operator',
      shows: ROLE_FACTS,
    },
    run: (tx, flags, opened) =>
      people.changeMember(tx, PLATFORM, need(flags, 'id'), {
        roles: rolesOf(flags, OPERATOR_ROLE_NAMES),
        ...granted(opened),
      }),
  },
  'operator remove': {
    audit: { action: 'operator.remove', does: 'removed an operator', shows: ROLE_FACTS },
    complete: (opened, flags, terminal) => askForKeys(opened, PLATFORM, flags, terminal),
    run: (tx, flags) => people.removeMember(tx, PLATFORM, need(flags, 'id'), leaving(flags)),
  },
  'session list': {
    runWith: ({ db, config }, flags) =>
      people.listSessions(db.read, orgOf(flags), pageOf(flags), {
        idleSeconds: config.sessionIdleSeconds,
        absoluteSeconds: config.sessionSeconds,
      }),
  },
  'session end': {
    audit: {
      action: 'session.end',
      does: 'ended a session',
      organization: ({ flags }) => flags.org,
    },
    run: (tx, flags) => people.endSession(tx, orgOf(flags), need(flags, 'id')),
  },
};
