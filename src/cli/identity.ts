import { Registry } from 'prom-client';
import type { Command, Opened } from './commands.ts';
import { choice, need, pageOf, readable, UsageError } from './flags.ts';
import {
  DEAD_LETTER_STATUSES,
  discard,
  listDeadLetters,
  type IdentityServices,
} from '../modules/identity/index.ts';
import { verifyAudit } from '../modules/audit/index.ts';
import { rotateSigningKey } from '../modules/signing/index.ts';
import { commandActor } from '../start/command-audit.ts';
import { openKeys } from '../start/open.ts';
import { openIdentityParts, readProviders } from '../start/open/identity.ts';
import { createLogger } from '../platform/observability/logger.ts';

async function withIdentity<T>(
  opened: Opened,
  work: (identity: IdentityServices) => Promise<T>,
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

/** Commands about identity requests without an answer, about the audit log, and about the key that signs documents. */
export const identityCommands: Record<string, Command> = {
  'dead-letters list': {
    runWith: ({ db, config }, flags) => {
      const query = {
        ...pageOf(flags),
        ...(flags.org === undefined ? {} : { organizationId: flags.org }),
        ...(flags.status === undefined
          ? {}
          : { status: choice('status', flags.status, DEAD_LETTER_STATUSES) }),
      };
      return db.transaction((tx) => listDeadLetters(tx, query, config.deadLetters));
    },
  },
  'dead-letters replay': {
    // Each replayed dead letter also writes a row in its organization's audit log.
    audit: {
      action: 'dead_letters.replay',
      does: 'retried dead letters',
      object: ({ flags }) => flags.id,
    },
    runWith: async (opened, flags) => {
      if (!flags.all) {
        const id = need(flags, 'id');
        return withIdentity(opened, ({ deadLetters }) => deadLetters.replayNow(id, commandActor()));
      }
      if (flags.id !== undefined) throw new UsageError('--all is not allowed with --id');
      return withIdentity(opened, ({ deadLetters }) => deadLetters.replayAll(commandActor()));
    },
  },
  'audit verify': {
    runWith: async ({ db }, { org, heads }) =>
      verifyAudit(db, {
        orgId: org,
        heads: heads === undefined ? undefined : await readable('heads', heads),
      }),
  },
  'signing-key rotate': {
    audit: { action: 'signing_key.rotate', does: 'replaced the signing key' },
    runWith: async (opened) => {
      const envelopes = await openKeys(opened.config, opened);
      return rotateSigningKey(opened.buckets.shared, envelopes);
    },
  },
  'dead-letters discard': {
    audit: {
      action: 'dead_letter.discard',
      does: 'discarded a dead letter',
      organization: ({ data }) => data?.['organizationId'] as string | undefined,
      shows: ['status'],
    },
    run: (tx, flags) => discard(tx, need(flags, 'id')),
  },
};
