import { PLATFORM, REMOVAL, hashAction, hashTombstones } from '../../../platform/audit/action.ts';
import type { Found, RowProblem, AuditRows } from '../../../platform/audit/rows.ts';
import { clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { databaseOf, everyBucketOf } from '../../../platform/db/places.ts';
import { readOnlySnapshot } from '../../../platform/db/retry.ts';
import { getOrganization, organizationIds } from '../../tenants/index.ts';
import { verificationRows } from '../../identity/index.ts';
import { publicKeys, type PublicKey } from '../../signing/index.ts';
import { readCheckpoint } from './checkpoint/checkpoint.ts';
import { selectRemovals } from './checkpoint/store.ts';
import { hashLink, NO_LINK } from './linker.ts';
import { readChainTips, type ChainTip } from './tips.ts';
import * as store from './store.ts';
import { selectTexts } from '../actions/store.ts';

/** Audit rows of actions. */
const actionRows: AuditRows = {
  async check(tx, orgId, after, limit) {
    const rows = await selectTexts(tx, orgId, after, limit);
    return rows.map((row) => ({
      id: row.id,
      problems: hashAction(row).toString('hex') === row.row_hash ? [] : ['row_changed'],
    }));
  },
};

/** Findings of the check; docs/audit-log.md explains each of them. */
type ProblemKind =
  | RowProblem
  | 'row_hash_changed'
  | 'row_missing'
  | 'row_unaccounted'
  | 'row_linked_twice'
  | 'link_changed'
  | 'link_misplaced'
  | 'link_missing'
  | 'head_missing'
  | 'checkpoint_invalid'
  | 'tombstone_changed';

export type OrganizationReport = {
  rows: number;
  links: number;
  /** Rows that wait for their link. */
  pending: number;
  /** The last link; null when there is none. */
  head: ChainTip | null;
  /** The link of the last checkpoint, up to which links and rows may be removed; null without one. */
  checkpoint: ChainTip | null;
  /** Ids of rows, and numbers of links. All are counted, and the first thousand of each kind are listed. */
  problems: Partial<Record<ProblemKind, Found>>;
};

export type AuditReport = {
  ok: boolean;
  /** ISO 8601. */
  checkedAt: string;
  /** By id. */
  organizations: Record<string, OrganizationReport>;
  /** Ids of organizations whose log has neither rows nor links, so that nothing could be checked. */
  withoutRows: string[];
};

/** The tables whose rows the chains cover. */
const SOURCES = [verificationRows, actionRows];

/** The maximum number of problems of one kind that are listed. */
const NAMED = 1000;
const LINKS_AT_ONCE = 100;
const ROWS_AT_ONCE = 1000;
const REMOVALS_AT_ONCE = 20;

function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** Checks one organization. Has at most one page of links or rows in memory at a time. */
class Check {
  readonly #tx: Tx;
  readonly #orgId: string;
  readonly #earlier: ChainTip | undefined;
  readonly #keys: readonly PublicKey[];
  readonly #problems: OrganizationReport['problems'] = {};
  #links = 0;
  #head: ChainTip | null = null;
  #earlierFound = false;
  #checkpoint: ChainTip | null = null;

  constructor(tx: Tx, orgId: string, earlier: ChainTip | undefined, keys: readonly PublicKey[]) {
    this.#tx = tx;
    this.#orgId = orgId;
    this.#earlier = earlier;
    this.#keys = keys;
  }

  async run(): Promise<OrganizationReport> {
    const rows = await this.#checkRows();
    await this.#checkCheckpoint();
    await this.#checkLinks();
    await this.#checkTombstones();
    const tx = this.#tx;
    const orgId = this.#orgId;
    this.#addFound('row_missing', await store.findPendingMissing(tx, orgId, NAMED));
    this.#addFound('row_unaccounted', await store.findUnaccounted(tx, orgId, NAMED));
    this.#addFound('row_linked_twice', await store.findLinkedTwice(tx, orgId, NAMED));
    for (const { orphans } of SOURCES)
      if (orphans) this.#addFound('payload_unexpected', await orphans(tx, orgId, NAMED));
    if (this.#earlier && !this.#earlierFound) this.#add('head_missing', String(this.#earlier.seq));
    return {
      rows,
      links: this.#links,
      pending: await store.countPending(tx, orgId),
      head: this.#head,
      checkpoint: this.#checkpoint,
      problems: this.#problems,
    };
  }

  #add(kind: ProblemKind, id: string): void {
    this.#addFound(kind, { count: 1, ids: [id] });
  }

  #addFound(kind: ProblemKind, { count, ids }: Found): void {
    if (count === 0) return;
    const sum = (this.#problems[kind] ??= { count: 0, ids: [] });
    sum.count += count;
    sum.ids.push(...ids.slice(0, NAMED - sum.ids.length));
  }

  /** @returns the number of rows */
  async #checkRows(): Promise<number> {
    let count = 0;
    for (const source of SOURCES)
      for (let after: string | undefined = ''; after !== undefined;) {
        const rows = await source.check(this.#tx, this.#orgId, after, ROWS_AT_ONCE);
        count += rows.length;
        for (const { id, problems } of rows) for (const kind of problems) this.#add(kind, id);
        after = rows.at(-1)?.id;
      }
    return count;
  }

  async #checkCheckpoint(): Promise<void> {
    const checkpoint = await readCheckpoint(this.#tx, this.#orgId, this.#keys);
    if (checkpoint === null) this.#add('checkpoint_invalid', this.#orgId);
    this.#checkpoint = checkpoint ?? null;
  }

  async #checkTombstones(): Promise<void> {
    for (let after: string | undefined = ''; after !== undefined;) {
      const removals = await selectRemovals(this.#tx, this.#orgId, after, {
        action: REMOVAL,
        limit: REMOVALS_AT_ONCE,
      });
      for (const { action_id: id, ids, hash } of removals)
        if (hashTombstones(ids) !== hash) this.#add('tombstone_changed', id);
      after = removals.at(-1)?.action_id;
    }
  }

  async #checkLinks(): Promise<void> {
    let before = { seq: 0, hash: NO_LINK };
    for (let after = store.BEFORE_LINKS; ;) {
      const links = await store.selectLinks(this.#tx, this.#orgId, after, LINKS_AT_ONCE);
      const last = links.at(-1);
      if (!last) return this.#checkEnd(before);
      if (after === store.BEFORE_LINKS) before = this.#beginning(links[0]!) ?? before;
      for (const link of links) before = this.#checkLink(link, before);
      const covered = links.flatMap((link) => pairs(link));
      for (const chunk of chunks(covered, ROWS_AT_ONCE)) await this.#checkCovered(chunk);
      after = last.seq;
    }
  }

  /** Returns the predecessor of the first link, if a checkpoint covers the links before it. */
  #beginning({ seq, prev_hash: prevHash }: store.LinkRow): ChainTip | undefined {
    const number = Number(seq);
    const checkpoint = this.#checkpoint;
    if (!checkpoint || number <= 1) return undefined;
    const { seq: at } = this.#earlier ?? {};
    // The checkpoint's signature replaces the comparison with an earlier head.
    if (at !== undefined && at < number && at <= checkpoint.seq)
      this.#earlierFound = at < checkpoint.seq || this.#earlier!.hash === checkpoint.hash;
    return number > checkpoint.seq ? checkpoint : { seq: number - 1, hash: prevHash };
  }

  /** Checks that the chain continues after its checkpoint. */
  #checkEnd(last: ChainTip): void {
    const checkpoint = this.#checkpoint;
    if (checkpoint && last.seq <= checkpoint.seq)
      this.#add('link_missing', String(checkpoint.seq + 1));
  }

  /** @returns the link in the form that its successor must reference */
  #checkLink(link: store.LinkRow, before: ChainTip): ChainTip {
    const { seq, hash, prev_hash: prevHash, linked_at: linkedAt } = link;
    const texts = { orgId: this.#orgId, seq, prevHash, linkedAt, rows: pairs(link) };
    this.#links += 1;
    if (hashLink(texts).toString('hex') !== hash) this.#add('link_changed', seq);
    if (this.#earlier && seq === String(this.#earlier.seq))
      this.#earlierFound = hash === this.#earlier.hash;
    const number = Number(seq);
    if (number === this.#checkpoint?.seq && hash !== this.#checkpoint.hash)
      this.#add('checkpoint_invalid', seq);
    if (number > before.seq + 1) {
      const first = before.seq + 1;
      this.#add('link_missing', number === first + 1 ? String(first) : `${first}-${number - 1}`);
    } else if (number < 1 || prevHash !== before.hash) this.#add('link_misplaced', seq);
    // A number below 1 is before the chain.
    if (number < 1) return before;
    this.#head = { seq: number, hash };
    return this.#head;
  }

  /** @param covered ids, and their hashes in a link */
  async #checkCovered(
    covered: readonly (readonly [string | null, string | null])[],
  ): Promise<void> {
    const ids = covered.map(([id]) => id);
    const hashes = await store.selectRowHashes(this.#tx, this.#orgId, ids);
    for (const [id, hash] of covered) {
      const stored = hashes.get(id ?? '');
      if (stored === undefined) this.#add('row_missing', String(id));
      else if (stored !== hash) this.#add('row_hash_changed', String(id));
    }
  }
}

function pairs(link: store.LinkRow): [string | null, string | null][] {
  const { row_ids: ids, row_hashes: hashes } = link;
  const length = Math.max(ids.length, hashes.length);
  return Array.from({ length }, (_, at) => [ids[at] ?? null, hashes[at]?.toString('hex') ?? null]);
}

/**
 * Checks every audit row, link and stored payload. Reads each organization in one snapshot, in memory that does not
 * grow with the number of rows. While it runs, PostgreSQL cannot vacuum deleted rows.
 * @param heads the JSON output of an earlier check; the chains must still contain its tips
 * @throws ApiError NOT_FOUND for an unknown organization, BAD_REQUEST for invalid heads
 */
export async function verifyAudit(
  db: Database,
  { orgId, heads }: { orgId?: string | undefined; heads?: AsyncIterable<Uint8Array> | undefined },
): Promise<AuditReport> {
  const earlier = heads === undefined ? new Map<string, ChainTip>() : await readChainTips(heads);
  let orgIds: string[] = [];
  let known: string[] = [];
  if (orgId === undefined) {
    known = [PLATFORM, ...(await organizationIds(db.read))];
    const found = everyBucketOf(db.read).map((own) => store.selectOrganizationsToCheck(own));
    orgIds = [...new Set([...(await Promise.all(found)).flat(), ...earlier.keys()])];
  } else {
    if (!earlier.has(orgId) && orgId !== PLATFORM) await getOrganization(db.read, orgId);
    orgIds = [orgId];
  }
  const keys = await publicKeys(db.read);
  const reports: [string, OrganizationReport][] = [];
  for (const id of orgIds.toSorted()) {
    const own = await databaseOf(db, id);
    const report = await own.transaction(async (tx) => {
      await readOnlySnapshot(tx);
      return new Check(tx, id, earlier.get(id), keys).run();
    });
    reports.push([id, report]);
  }
  const checked = new Set(orgIds);
  const empty = reports.filter(([, { rows, links }]) => rows === 0 && links === 0);
  const unchecked = known.filter((id) => !checked.has(id));
  return {
    ok: reports.every(([, { problems }]) => Object.keys(problems).length === 0),
    checkedAt: clock.now().toISOString(),
    organizations: Object.fromEntries(reports),
    withoutRows: [...empty.map(([id]) => id), ...unchecked].toSorted(),
  };
}
