/** The report on outside hosts: what is configured or entered, what was counted, and its signature. */
import { PLATFORM } from '../../platform/audit/action.ts';
import { clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { everyBucketOf } from '../../platform/db/places.ts';
import { isListed } from '../../platform/outbound/address.ts';
import { PURPOSES, type Purpose } from '../../platform/outbound/egress.ts';
import { hostOf } from '../../platform/outbound/target.ts';
import { originUrls } from '../lists/index.ts';
import { issuerUrls } from '../people/index.ts';
import type { SigningKeys } from '../signing/index.ts';
import { webhookUrls } from '../webhooks/index.ts';
import {
  FORMAT,
  SENT,
  type AnyPurpose,
  type EgressReport,
  type SignedEgressReport,
} from './schemas.ts';
import * as store from './store.ts';

/** A host that every organization may use, because a setting, or a file that a setting names, contains it. */
export type Configured = { purpose: AnyPurpose; host: string; source: string };

/** The hosts that a process may reach. */
export type EgressRules = {
  /** The only hosts that organizations and operators may enter; undefined for all. */
  hosts: readonly string[] | undefined;
  configured: readonly Configured[];
};

type Destination = EgressReport['destinations'][number];

const COUNTED: ReadonlySet<AnyPurpose> = new Set(PURPOSES);
/** The purposes whose hosts organizations and operators enter. Hosts of other purposes are only in settings. */
const ENTERED: ReadonlySet<AnyPurpose> = new Set(['image', 'list', 'sign_in', 'webhook']);

/** Returns the host of a URL with its port; undefined for the path of a file. */
function hostIn(url: string): string | undefined {
  return URL.parse(url)?.host || undefined;
}

type Entered = { purpose: Purpose; host: string; orgId: string; source: string };

/** Returns the hosts of these addresses that organizations or operators have entered. */
function entered(
  purpose: Purpose,
  source: string,
  rows: readonly { orgId: string; url: string }[],
): Entered[] {
  return rows.flatMap(({ orgId, url }) => {
    const host = hostIn(url);
    return host === undefined ? [] : [{ purpose, host, orgId, source }];
  });
}

/**
 * Returns the hosts that organizations and operators have entered.
 * @param db the schema `shared`
 * @param buckets the buckets whose subscriptions are read
 */
export async function enteredHosts(
  db: Queryable,
  buckets: readonly Queryable[] = everyBucketOf(db),
): Promise<Entered[]> {
  const webhooks = await Promise.all(buckets.map(webhookUrls));
  const origins = await originUrls(db);
  const ofLists = origins.map((url) => ({ orgId: PLATFORM, url }));
  return [
    ...entered('webhook', 'subscriptions', webhooks.flat()),
    ...entered('sign_in', 'sign-in settings', await issuerUrls(db)),
    ...entered('list', 'origins of lists', ofLists),
  ];
}

/** Makes the report. @param db the schema `shared` */
export async function egressReport(
  db: Queryable,
  { hosts, configured }: EgressRules,
): Promise<EgressReport> {
  const rows = new Map<string, Destination & { ids: Set<string> }>();
  const rowOf = (purpose: AnyPurpose, host: string, source: string) => {
    const key = `${purpose} ${host}`;
    let row = rows.get(key);
    if (!row) {
      const none = COUNTED.has(purpose) ? 0 : null;
      row = {
        purpose,
        host,
        source,
        sends: [...SENT[purpose]],
        isForAll: false,
        organizationIds: [],
        isAllowed: ENTERED.has(purpose) && isListed(nameOf(host), hosts),
        requests: none,
        refused: none,
        bytesSent: none,
        bytesReceived: none,
        lastUsedAt: null,
        ids: new Set(),
      };
      rows.set(key, row);
    }
    return row;
  };
  for (const { purpose, host, source } of configured) {
    const row = rowOf(purpose, host, source);
    row.isForAll = true;
    row.isAllowed = true;
  }
  for (const { purpose, host, orgId, source } of await enteredHosts(db)) {
    const row = rowOf(purpose, host, source);
    // Lists serve all organizations.
    if (orgId === PLATFORM) row.isForAll = true;
    else row.ids.add(orgId);
  }
  for (const use of await store.selectUses(db)) {
    const row = rowOf(use.purpose as AnyPurpose, use.host, 'counts');
    if (use.org_id !== PLATFORM) row.ids.add(use.org_id);
    row.requests = (row.requests ?? 0) + use.requests;
    row.refused = (row.refused ?? 0) + use.refused;
    row.bytesSent = (row.bytesSent ?? 0) + use.bytes_sent;
    row.bytesReceived = (row.bytesReceived ?? 0) + use.bytes_received;
    const at = use.last_used_at.toISOString();
    if (row.lastUsedAt === null || at > row.lastUsedAt) row.lastUsedAt = at;
  }
  const order = Object.keys(SENT);
  return {
    madeAt: clock.now().toISOString(),
    mode: hosts ? 'listed' : 'open',
    hosts: [...(hosts ?? [])],
    destinations: [...rows.values()]
      .map(({ ids, ...row }) => ({ ...row, organizationIds: [...ids].toSorted() }))
      .toSorted(
        (a, b) => order.indexOf(a.purpose) - order.indexOf(b.purpose) || (a.host < b.host ? -1 : 1),
      ),
  };
}

/** Returns the host without its port, as the rules compare it. */
export function nameOf(host: string): string {
  const url = URL.parse(`https://${host}`);
  return url ? hostOf(url) : host;
}

/**
 * Makes the report and signs it with the key of the installation. Call it outside of transactions.
 * @throws ApiError SERVICE_UNAVAILABLE if the signing key does not open; the key provider's error
 */
export async function signedEgressReport(
  db: Queryable,
  rules: EgressRules,
  signing: SigningKeys,
): Promise<SignedEgressReport> {
  const report = { format: FORMAT, ...(await egressReport(db, rules)) } as const;
  return { ...report, ...(await signing.sign(report)) };
}
