import type { Command } from './commands.ts';
import { choice, need, pageOf, UsageError, wholeNumber, type Flags } from './flags.ts';
import { TENANT_SCOPES } from '../modules/declared.ts';
import * as tenants from '../modules/tenants/index.ts';
import { HOME } from '../platform/db/buckets/placement.ts';
import { PLATFORM_SCOPE } from '../platform/http/policy.ts';
import { addBuckets } from '../start/add-buckets.ts';
import { moveBucketTo, moveOrganizationTo } from '../start/move.ts';

function scopes(flags: Flags): string[] {
  if (flags.platform) {
    if (flags.scope || flags.org) throw new UsageError('--platform goes without --org and --scope');
    return [PLATFORM_SCOPE];
  }
  return need(flags, 'scope').map((scope) =>
    choice('scope', scope, [...TENANT_SCOPES, PLATFORM_SCOPE]),
  );
}

function addons(flags: Flags): tenants.Addon[] | undefined {
  if (flags['no-addons']) return [];
  return flags.addon?.map((addon) => choice('addon', addon, tenants.ADDONS));
}

/** Commands about organizations, the buckets that they are in, and their keys. */
export const tenantCommands: Record<string, Command> = {
  'buckets add': {
    async runWith(opened, flags) {
      const count = wholeNumber('count', need(flags, 'count'), 1)!;
      const server = flags.server ?? HOME;
      return { server, added: await addBuckets(opened, server, count) };
    },
  },
  'buckets list': {
    async runWith({ buckets }) {
      const items = await tenants.listBuckets(buckets.shared.read);
      return { items, total: items.length };
    },
  },
  'buckets move': {
    async runWith(opened, flags) {
      const say = (line: string): void => void process.stderr.write(`${line}\n`);
      return moveBucketTo(opened, need(flags, 'bucket'), need(flags, 'to'), say);
    },
  },
  'org move': {
    runWith: (opened, flags) => moveOrganizationTo(opened, need(flags, 'id'), need(flags, 'to')),
  },
  'org create': {
    run: (tx, flags) =>
      tenants.createOrganization(tx, {
        name: need(flags, 'name'),
        plan: choice('plan', need(flags, 'plan'), tenants.PLANS),
        addons: addons(flags) ?? [],
        ...(flags.bucket === undefined ? {} : { bucket: flags.bucket }),
      }),
  },
  'org list': {
    run: (tx, flags) => tenants.listOrganizations(tx, pageOf(flags)),
  },
  'org update': {
    run: (tx, flags) => {
      const chosen = addons(flags);
      const last4 = flags['identifier-last4'];
      return tenants.updateOrganization(tx, need(flags, 'id'), {
        ...(flags.name === undefined ? {} : { name: flags.name }),
        ...(flags.plan === undefined ? {} : { plan: choice('plan', flags.plan, tenants.PLANS) }),
        ...(chosen === undefined ? {} : { addons: chosen }),
        ...(last4 === undefined
          ? {}
          : { identifierLast4: choice('identifier-last4', last4, ['true', 'false']) === 'true' }),
      });
    },
  },
  'key create': {
    run: (tx, flags) =>
      tenants.createKey(tx, {
        organizationId: flags.platform ? null : need(flags, 'org'),
        scopes: scopes(flags),
        name: flags.name ?? '',
        expiresAt: flags['expires-at'] ?? null,
      }),
  },
  'key list': {
    run: (tx, flags) =>
      tenants.listKeys(tx, {
        ...pageOf(flags),
        ...(flags.org === undefined ? {} : { organizationId: flags.org }),
      }),
  },
  'key rotate': {
    run: (tx, flags) =>
      tenants.rotateKey(tx, need(flags, 'id'), {
        overlapSeconds: wholeNumber('overlap', flags.overlap, 0) ?? 0,
        ...(flags.scope === undefined ? {} : { scopes: scopes(flags) }),
      }),
  },
  'key revoke': { run: (tx, flags) => tenants.revokeKey(tx, need(flags, 'id')) },
};
