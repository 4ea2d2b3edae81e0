import { Registry } from 'prom-client';
import {
  addons,
  choice,
  need,
  pageOf,
  readable,
  scopes,
  UsageError,
  wholeNumber,
  type Flags,
} from './cli-flags.ts';
import { listCommands } from './cli-lists.ts';
import { SCREEN_USAGE, screenCommand } from './cli-screen.ts';
import type { Config } from './config.ts';
import {
  DEAD_LETTER_STATUSES,
  discard,
  listDeadLetters,
  verifyAudit,
  type IdentityParts,
} from './modules/identity/index.ts';
import * as tenants from './modules/tenants/index.ts';
import type { Tx } from './platform/db/database.ts';
import { createLogger } from './platform/observability/logger.ts';
import { openIdentityParts, openKeys, readProviders, type OpenDatabase } from './open.ts';

/** What a command that opens transactions of its own, or none, has to work with. */
export type Opened = OpenDatabase & { config: Config };

/** Returns what `--json` prints; with `ok: false` in it the exit code is 1. */
export type Command = { usage: string } & (
  | {
      /** In one transaction. */
      run: (tx: Tx, flags: Flags) => Promise<object>;
    }
  | { runWith: (opened: Opened, flags: Flags) => Promise<object> }
);

/** All commands but those that start, migrate or move keys. */
export const commands: Record<string, Command> = {
  'org create': {
    usage: `--name N --plan ${tenants.PLANS.join('|')} [--addon ${tenants.ADDONS.join('|')}]`,
    run: (tx, flags) =>
      tenants.createOrganization(tx, {
        name: need(flags, 'name'),
        plan: choice('plan', need(flags, 'plan'), tenants.PLANS),
        addons: addons(flags) ?? [],
      }),
  },
  'org list': {
    usage: '[--page N] [--limit N]',
    run: (tx, flags) => tenants.listOrganizations(tx, pageOf(flags)),
  },
  'org update': {
    usage: '--id ORG [--name N] [--plan P] [--addon A… | --no-addons]',
    run: (tx, flags) => {
      const chosen = addons(flags);
      return tenants.updateOrganization(tx, need(flags, 'id'), {
        ...(flags.name === undefined ? {} : { name: flags.name }),
        ...(flags.plan === undefined ? {} : { plan: choice('plan', flags.plan, tenants.PLANS) }),
        ...(chosen === undefined ? {} : { addons: chosen }),
      });
    },
  },
  'key create': {
    usage: '(--org ORG --scope S… | --platform) [--name N] [--expires-at ISO]',
    run: (tx, flags) =>
      tenants.createKey(tx, {
        organizationId: flags.platform ? null : need(flags, 'org'),
        scopes: scopes(flags),
        name: flags.name ?? '',
        expiresAt: flags['expires-at'] ?? null,
      }),
  },
  'key list': {
    usage: '[--org ORG] [--page N] [--limit N]',
    run: (tx, flags) =>
      tenants.listKeys(tx, {
        ...pageOf(flags),
        ...(flags.org === undefined ? {} : { organizationId: flags.org }),
      }),
  },
  'key rotate': {
    usage: '--id KEY [--overlap SECONDS] [--scope S…]',
    run: (tx, flags) =>
      tenants.rotateKey(tx, need(flags, 'id'), {
        overlapSeconds: wholeNumber('overlap', flags.overlap, 0) ?? 0,
        ...(flags.scope === undefined ? {} : { scopes: scopes(flags) }),
      }),
  },
  'key revoke': { usage: '--id KEY', run: (tx, flags) => tenants.revokeKey(tx, need(flags, 'id')) },
  ...listCommands,
  screen: { usage: SCREEN_USAGE, runWith: screenCommand },
  'dead-letters list': {
    usage: `[--org ORG] [--status ${DEAD_LETTER_STATUSES.join('|')}] [--page N] [--limit N]`,
    run: (tx, flags) =>
      listDeadLetters(tx, {
        ...pageOf(flags),
        ...(flags.org === undefined ? {} : { organizationId: flags.org }),
        ...(flags.status === undefined
          ? {}
          : { status: choice('status', flags.status, DEAD_LETTER_STATUSES) }),
      }),
  },
  'dead-letters replay': {
    usage: '--id ID | --all',
    runWith: async (opened, flags) => {
      if (!flags.all) {
        const id = need(flags, 'id');
        return withIdentity(opened, ({ deadLetters }) => deadLetters.replayNow(id));
      }
      if (flags.id !== undefined) throw new UsageError('--all goes without --id');
      return withIdentity(opened, ({ deadLetters }) => deadLetters.replayAll());
    },
  },
  'audit verify': {
    usage: '[--org ORG] [--heads FILE]',
    run: async (tx, { org, heads }) =>
      verifyAudit(tx, {
        orgId: org,
        heads: heads === undefined ? undefined : await readable(heads),
      }),
  },
  'dead-letters discard': { usage: '--id ID', run: (tx, flags) => discard(tx, need(flags, 'id')) },
};

async function withIdentity<T>(
  opened: Opened,
  work: (identity: IdentityParts) => Promise<T>,
): Promise<T> {
  const { config } = opened;
  const log = createLogger('silent');
  const envelopes = await openKeys(config, opened, log);
  const identity = await openIdentityParts(config, opened, {
    envelopes,
    providers: await readProviders(config),
    registry: new Registry(),
    log,
  });
  try {
    return await work(identity);
  } finally {
    await identity.close();
  }
}
