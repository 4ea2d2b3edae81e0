import { Registry } from 'prom-client';
import type { Command, Opened } from './commands.ts';
import { choice, need, pageOf, readable, sentence, UsageError } from './flags.ts';
import {
  DEAD_LETTER_STATUSES,
  discard,
  getIdentitySettings,
  KINDS,
  listConsents,
  listDeadLetters,
  REVEAL_REASON,
  REVEAL_REASONS,
  REVEAL_ROUTE,
  revealNow,
  updateIdentitySettings,
  withdrawConsent,
  type IdentityServices,
} from '../modules/identity/index.ts';
import { verifyAudit } from '../modules/audit/index.ts';
import {
  cancelSession,
  listSessions,
  SESSION_STATUSES,
} from '../modules/verification-sessions/index.ts';
import { egressReport, signedEgressReport, type EgressRules } from '../modules/egress/index.ts';
import { rotateSigningKey, SigningKeys } from '../modules/signing/index.ts';
import { commandActor, record } from '../start/command-audit.ts';
import { openKeys } from '../start/open.ts';
import { egressRules } from '../start/open/egress.ts';
import { openIdentityParts, readProviders } from '../start/open/identity.ts';
import { memberNow } from '../start/open/member.ts';
import { readIssuers } from '../start/open/sign-in.ts';
import { bucketOf, databaseOf } from '../platform/db/places.ts';
import { externalId } from '../platform/http/normalise.ts';
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

/** Makes the signed report on outside hosts, and writes the row that has its hash. */
async function signedEgress(opened: Opened, rules: EgressRules) {
  const { shared } = opened.buckets;
  const keys = new SigningKeys(shared, await openKeys(opened.config, opened));
  const data = await signedEgressReport(shared.read, rules, keys);
  const audit = { action: 'egress.sign', shows: ['sha256'] };
  await opened.db.transaction((tx) => record(tx, audit, { flags: {}, data }));
  return data;
}

/** Commands about verifications, personal data, the audit log, outside hosts, and the key that signs documents. */
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
  'identity reveal': {
    audit: {
      action: 'identity.reveal',
      does: 'asked for the answer of an identity provider for a member',
      object: ({ flags }) => flags.id,
      organization: ({ flags }) => flags.org,
    },
    runWith: async (opened, flags) => {
      const orgId = need(flags, 'org');
      const { actor } = await memberNow(opened, orgId, need(flags, 'member'), REVEAL_ROUTE);
      const request = {
        reasonCode: choice('reason-code', need(flags, 'reason-code'), REVEAL_REASONS),
        reason: sentence(need(flags, 'reason'), REVEAL_REASON),
      };
      const where = { orgId, verificationId: need(flags, 'id'), actor };
      const own = await databaseOf(opened.db, orgId);
      return withIdentity(opened, ({ envelopes }) => revealNow(own, envelopes, where, request));
    },
  },
  'identity settings': {
    run: (tx, flags) => getIdentitySettings(tx, need(flags, 'org')),
  },
  'identity require-consent': {
    audit: {
      action: 'identity_settings.update',
      does: 'changed which verifications require a consent',
      organization: ({ flags }) => flags.org,
      shows: ['consentKinds'],
    },
    run: (tx, flags) => {
      if (flags.none && flags.kinds !== undefined)
        throw new UsageError('--none is not allowed with --kinds');
      const names = flags.none ? [] : need(flags, 'kinds').split(',');
      const consentKinds = [...new Set(names.map((name) => choice('kinds', name, KINDS)))];
      return updateIdentitySettings(tx, need(flags, 'org'), { consentKinds });
    },
  },
  'identity consents': {
    columns: () => ['id', 'subjectId', 'purpose', 'channel', 'givenAt', 'withdrawnAt'],
    run: async (tx, flags) => {
      const orgId = need(flags, 'org');
      const { subject: subjectId } = flags;
      const query = {
        ...pageOf(flags),
        ...(subjectId !== undefined && { subjectId: externalId(subjectId) }),
      };
      return listConsents(await bucketOf(tx, orgId), orgId, query);
    },
  },
  'identity withdraw': {
    audit: {
      action: 'consent.withdraw',
      does: 'withdrew a consent',
      object: ({ flags }) => flags.id,
      organization: ({ flags }) => flags.org,
      shows: ['sha256', 'withdrawnAt'],
    },
    run: async (tx, flags) => {
      const orgId = need(flags, 'org');
      const own = await bucketOf(tx, orgId);
      const { created: _, ...consent } = await withdrawConsent(own, orgId, need(flags, 'id'));
      return consent;
    },
  },
  'identity sessions': {
    columns: () => ['id', 'subjectId', 'status', 'createdAt', 'expiresAt'],
    run: async (tx, flags) => {
      const orgId = need(flags, 'org');
      const { subject: subjectId, status } = flags;
      const query = {
        ...pageOf(flags),
        ...(subjectId !== undefined && { subjectId: externalId(subjectId) }),
        ...(status !== undefined && { status: choice('status', status, SESSION_STATUSES) }),
      };
      return listSessions(await bucketOf(tx, orgId), orgId, query);
    },
  },
  'identity cancel-session': {
    audit: {
      action: 'identity_session.cancel',
      does: 'canceled a verification session',
      object: ({ flags }) => flags.id,
      organization: ({ flags }) => flags.org,
      shows: ['status', 'expiresAt'],
    },
    run: async (tx, flags) => {
      const orgId = need(flags, 'org');
      const own = await bucketOf(tx, orgId);
      const { created: _, ...session } = await cancelSession(own, orgId, need(flags, 'id'));
      return session;
    },
  },
  'audit verify': {
    runWith: async ({ db }, { org, heads }) =>
      verifyAudit(db, {
        orgId: org,
        heads: heads === undefined ? undefined : await readable('heads', heads),
      }),
  },
  egress: {
    columns: () => ['purpose', 'host', 'isAllowed', 'requests', 'bytesSent', 'lastUsedAt'],
    async runWith(opened, flags) {
      const { config, buckets } = opened;
      const issuers = await readIssuers(config);
      const rules = await egressRules(config, await readProviders(config), issuers);
      if (flags.signed) return signedEgress(opened, rules);
      const { destinations, ...report } = await egressReport(buckets.shared.read, rules);
      return { ...report, items: destinations, total: destinations.length };
    },
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
