import { commandActor, type CommandDone } from '../start/command-audit.ts';
import type { Command } from './commands.ts';
import { choice, need, pageOf, UsageError, wholeNumber, type Flags } from './flags.ts';
import { TENANT_SCOPES } from '../modules/declared.ts';
import { revokeInvitationsOfKey } from '../modules/people/index.ts';
import * as tenants from '../modules/tenants/index.ts';
import { HOME } from '../platform/db/buckets/placement.ts';
import { PLATFORM_SCOPE } from '../platform/http/policy.ts';
import { addBuckets } from '../start/buckets/add.ts';
import { moveBucketTo, moveOrganizationTo } from '../start/buckets/move.ts';

function scopes(flags: Flags): string[] {
  if (flags.platform) {
    if (flags.org || flags.test)
      throw new UsageError('--platform is not allowed with --org and --test');
    // The caller may name the scope that this kind of key always has.
    if (flags.scope?.some((scope) => scope !== PLATFORM_SCOPE))
      throw new UsageError(`--platform allows only the scope ${PLATFORM_SCOPE}`);
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

function billingTimeZone(flags: Flags): { billingTimeZone?: string } {
  const name = flags['billing-time-zone'];
  return name === undefined ? {} : { billingTimeZone: name };
}

/** Loaded on demand: most commands do not need the modules whose data is copied. */
const copyToTest: tenants.CopyToTest = async (...twins) =>
  (await import('../start/test-mode.ts')).copyToTest(...twins);

/** Returns the organization of the key in a command's answer. */
function ownerOf({ data }: CommandDone): string | undefined {
  return (data?.['organizationId'] ?? undefined) as string | undefined;
}

const KEY_FACTS = ['scopes', 'expiresAt'];

/** Commands about organizations, buckets and keys. */
export const tenantCommands: Record<string, Command> = {
  'buckets add': {
    begins: true,
    audit: { action: 'buckets.add', does: 'added a bucket to the database' },
    async runWith(opened, flags) {
      const count = wholeNumber('N', need(flags, 'count'), 1)!;
      const server = flags.server ?? HOME;
      return { server, added: await addBuckets(opened, server, count) };
    },
  },
  'buckets list': {
    async runWith({ buckets }) {
      const { placement, shared } = buckets;
      const items = (await tenants.listBuckets(shared.read)).map((bucket) => {
        return { ...bucket, server: placement.serverOf(bucket.name) ?? bucket.server };
      });
      return { items, total: items.length };
    },
  },
  'buckets move': {
    audit: {
      action: 'buckets.move',
      does: 'moved a bucket of the database',
      object: ({ flags }) => flags.bucket,
    },
    async runWith(opened, flags) {
      const say = (line: string): void => void process.stderr.write(`${line}\n`);
      return moveBucketTo(opened, need(flags, 'bucket'), need(flags, 'to'), say);
    },
  },
  'org move': {
    audit: {
      action: 'organization.move',
      does: 'moved an organization',
      organization: ({ flags }) => flags.id,
    },
    runWith: (opened, flags) => moveOrganizationTo(opened, need(flags, 'id'), need(flags, 'to')),
  },
  'org erase': {
    audit: { action: 'organization.erase', does: 'erased an organization that leaves' },
    runWith: async (opened, flags) =>
      (await import('./records/leaving.ts')).eraseOrganization(opened, flags),
  },
  'org create': {
    begins: true,
    audit: {
      action: 'organization.create',
      does: 'created an organization',
      shows: ['plan', 'addons', 'billingTimeZone', 'nextBillingTimeZone', 'region'],
    },
    run: (tx, flags) =>
      tenants.createOrganization(tx, {
        name: need(flags, 'name'),
        plan: choice('plan', need(flags, 'plan'), tenants.PLANS),
        addons: addons(flags) ?? [],
        ...billingTimeZone(flags),
        ...(flags.bucket === undefined ? {} : { bucket: flags.bucket }),
        ...(flags.region === undefined ? {} : { region: flags.region }),
      }),
  },
  'org list': {
    columns: () => ['id', 'name', 'plan', 'addons', 'createdAt'],
    run: (tx, flags) => tenants.listOrganizations(tx, pageOf(flags)),
  },
  'org update': {
    audit: {
      action: 'organization.update',
      does: 'changed an organization',
      organization: ({ flags }) => flags.id,
      shows: [
        'plan',
        'addons',
        'identifierLast4',
        'sealsContent',
        'billingTimeZone',
        'nextBillingTimeZone',
        'region',
      ],
      compares: ['name'],
    },
    run: (tx, flags) => {
      const chosen = addons(flags);
      const last4 = flags['identifier-last4'];
      const seals = flags['seals-content'];
      return tenants.updateOrganization(tx, need(flags, 'id'), {
        ...(flags.name === undefined ? {} : { name: flags.name }),
        ...(flags.plan === undefined ? {} : { plan: choice('plan', flags.plan, tenants.PLANS) }),
        ...(chosen === undefined ? {} : { addons: chosen }),
        ...billingTimeZone(flags),
        ...(flags.region === undefined
          ? {}
          : { region: flags.region === 'none' ? null : flags.region }),
        ...(last4 === undefined
          ? {}
          : { identifierLast4: choice('identifier-last4', last4, ['true', 'false']) === 'true' }),
        ...(seals === undefined
          ? {}
          : { sealsContent: choice('seals-content', seals, ['true', 'false']) === 'true' }),
      });
    },
  },
  'key create': {
    begins: true,
    audit: { action: 'key.create', does: 'created a key', organization: ownerOf, shows: KEY_FACTS },
    run: (tx, flags) =>
      tenants.createKey(
        tx,
        {
          organizationId: flags.platform ? null : need(flags, 'org'),
          scopes: scopes(flags),
          name: flags.name ?? '',
          expiresAt: flags['expires-at'] ?? null,
          mode: flags.test ? 'test' : 'live',
          ...(flags.allow && { allowedCidrs: flags.allow }),
        },
        { copy: copyToTest },
      ),
  },
  'key list': {
    columns: ({ org }) => [
      'id',
      ...(org === undefined ? ['organizationId'] : []),
      'name',
      'scopes',
      'expiresAt',
      'revokedAt',
    ],
    run: (tx, flags) =>
      tenants.listKeys(tx, {
        ...pageOf(flags),
        ...(flags.org === undefined ? {} : { organizationId: flags.org }),
      }),
  },
  'key update': {
    audit: {
      action: 'key.update',
      does: 'changed a key',
      organization: ownerOf,
      shows: [...KEY_FACTS, 'allowedCidrs'],
      compares: ['name'],
    },
    run: (tx, flags) =>
      tenants.updateKey(tx, need(flags, 'id'), {
        ...(flags.name === undefined ? {} : { name: flags.name }),
        ...(flags.scope && {
          scopes: flags.scope.map((one) => choice('scope', one, TENANT_SCOPES)),
        }),
        ...(flags.allow && { allowedCidrs: flags.allow }),
        ...(flags['expires-at'] === undefined ? {} : { expiresAt: flags['expires-at'] }),
      }),
  },
  'key rotate': {
    audit: {
      action: 'key.rotate',
      does: 'rotated a key',
      object: ({ flags }) => flags.id,
      organization: ownerOf,
      shows: ['id', ...KEY_FACTS],
    },
    run: (tx, flags) =>
      tenants.rotateKey(tx, need(flags, 'id'), {
        overlapSeconds: wholeNumber('--overlap', flags.overlap, 0) ?? 0,
        ...(flags.scope === undefined ? {} : { scopes: scopes(flags) }),
      }),
  },
  'key revoke': {
    audit: {
      action: 'key.revoke',
      does: 'revoked a key',
      organization: ownerOf,
      shows: [...KEY_FACTS, 'revokedAt'],
    },
    run: (tx, flags) =>
      tenants.revokeKey(tx, need(flags, 'id'), {
        revoked: (key) => revokeInvitationsOfKey(tx, key, commandActor()),
      }),
  },
};
