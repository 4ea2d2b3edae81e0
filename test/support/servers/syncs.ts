/** Compares syncs of a federation with their events, and with the answers that readers got. */
import type { TestApp } from '../app.ts';

/** A push or a pull, as its caller sees it. */
export type Attempt = {
  kind: 'push' | 'pull' | 'fraud_config';
  by: string;
  /** The revision of the caller's shared state. */
  state: number;
  /** The group's revision in the answer; undefined after a failure. */
  revision: number | undefined;
};

/** One row of a member's answer to GET …/sync. */
export type Reading = {
  viewer: string;
  source: string;
  revision: number;
  imported: number | null;
};

type Sync = { kind: Attempt['kind']; by: string; others: string[]; told: string[] };

/** Returns the syncs of a group by revision, with all organizations whose bucket has an event of it. */
export async function syncsOf(app: TestApp, groupId: string): Promise<Map<number, Sync>> {
  const syncs = new Map<number, Sync>();
  for (const bucket of app.db.buckets!.all) {
    const { rows } = await bucket.query(
      `SELECT org_id, body FROM events WHERE type = 'federation.synced'`,
    );
    for (const { org_id: orgId, body } of rows as { org_id: string; body: string }[]) {
      const { data } = JSON.parse(body);
      if (data.groupId !== groupId) continue;
      const { kind, initiatedBy: by } = data;
      const sync: Sync = syncs.get(data.revision) ?? { kind, by, others: [], told: [] };
      sync.told.push(orgId);
      if (orgId === data.initiatedBy) sync.others = data.organizationIds;
      syncs.set(data.revision, sync);
    }
  }
  return syncs;
}

/** Returns the syncs that are incomplete, or were acknowledged and did not happen. */
export function halfDone(
  syncs: Map<number, Sync>,
  groupRevision: number,
  attempts: Attempt[],
): string[] {
  const wrong: string[] = [];
  for (let revision = 1; revision <= groupRevision; revision += 1) {
    const sync = syncs.get(revision);
    const due = sync && [sync.by, ...sync.others].toSorted().join(' ');
    if (!sync || sync.told.toSorted().join(' ') !== due)
      wrong.push(`revision ${revision} of ${groupRevision}: ${JSON.stringify(sync)}`);
  }
  for (const revision of syncs.keys())
    if (revision > groupRevision) wrong.push(`events of revision ${revision} alone`);
  for (const { revision, kind, by } of attempts) {
    const sync = revision === undefined ? undefined : syncs.get(revision);
    if (revision !== undefined && (sync?.kind !== kind || sync.by !== by))
      wrong.push(`acknowledged: ${kind} ${revision} by ${by}, but ${JSON.stringify(sync)}`);
  }
  return wrong;
}

/** The revisions that an organization may have imported after a sync; undefined if unknown. */
type Expected = Set<number> | undefined;

/** Returns, for each pair, the syncs that changed something, in order. */
export function importsDue(
  syncs: Map<number, Sync>,
  attempts: Attempt[],
): Map<string, { revision: number; imported: Expected }[]> {
  const due = new Map<string, { revision: number; imported: Expected }[]>();
  const bring = (to: string, from: string, revision: number, imported: Expected): void => {
    const key = `${to} ${from}`;
    due.set(key, [...(due.get(key) ?? []), { revision, imported }]);
  };
  for (const [revision, { kind, by, others }] of [...syncs].toSorted(([a], [b]) => a - b)) {
    if (kind === 'pull') for (const from of others) bring(by, from, revision, undefined);
    if (kind !== 'push') continue;
    const own = attempts.filter((one) => one.by === by);
    const known = own.find((one) => one.revision === revision);
    // A sync that failed and yet happened: any revision between the known ones.
    const after = own.findLastIndex((one) => (one.revision ?? Infinity) < revision);
    const before = own.findIndex((one) => (one.revision ?? 0) > revision);
    const between = own.slice(after + 1, before === -1 ? own.length : before);
    const states = (known ? [known] : between.filter((one) => one.kind === 'push')).map(
      ({ state }) => state,
    );
    for (const to of others) bring(to, by, revision, new Set(states));
  }
  return due;
}

/** Returns readings with a revision of the group and imports of another one. */
export function torn(
  readings: Reading[],
  due: Map<string, { revision: number; imported: Expected }[]>,
): string[] {
  const wrong: string[] = [];
  const seen = new Map<string, number | null>();
  for (const reading of readings) {
    const { viewer, source, revision, imported } = reading;
    const last = due.get(`${viewer} ${source}`)?.findLast((one) => one.revision <= revision);
    const key = `${viewer} ${source} ${last?.revision}`;
    const isSame = !seen.has(key) || seen.get(key) === imported;
    seen.set(key, imported);
    const isDue = last ? (last.imported?.has(imported ?? -1) ?? true) : imported === null;
    if (!isSame || !isDue)
      wrong.push(
        `${JSON.stringify(reading)}, last sync ${last?.revision}: ${[...(last?.imported ?? [])].join(' ')}`,
      );
  }
  return wrong;
}
