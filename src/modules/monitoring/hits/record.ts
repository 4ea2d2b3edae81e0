import { voidedWith } from '../../approvals/index.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { noteChange } from '../../live/index.ts';
import { outboxAll } from '../../webhooks/index.ts';
import { hitCreated } from '../events.ts';
import type { Followers } from '../access.ts';
import type { ListKind } from '../../../matching/index.ts';
import {
  HIT_PREFIX,
  type ClosedBecause,
  type Decision,
  type HitStatus,
  type Match,
  type ReopenedBecause,
} from './schemas.ts';
import type { DEFAULT_KINDS } from '../../../matching/index.ts';
import { insertHits, updateHits, type HitRow, type WrittenHit } from './store.ts';
import { measuresOf } from './measures.ts';
import { closedAsGone, markAsHit, type HitState, type Pair } from './transitions.ts';

/** A pair of a subject and an entry that match. */
export type FoundHit = {
  subjectId: string;
  listId: string;
  listKind: ListKind;
  entryId: string;
  entryRevision: number;
  score: number;
  match: Match;
  pair: Pair;
  /** The hash that an older release stored for `pair.entry`. */
  previousEntryHash: string;
};

function pairOf(subject: string | null, entry: string | null): Pair | null {
  return subject === null || entry === null ? null : { subject, entry };
}

/** Returns the row in the form in which this release would have stored it. */
function rehashed(row: HitRow, { pair, previousEntryHash }: FoundHit): HitRow {
  const current = (hash: string | null) => (hash === previousEntryHash ? pair.entry : hash);
  return {
    ...row,
    entry_hash: current(row.entry_hash),
    decided_entry_hash: current(row.decided_entry_hash),
  };
}

export function stateOf(row: HitRow): HitState {
  const decidedPair = pairOf(row.decided_subject_hash, row.decided_entry_hash);
  return {
    status: row.status as HitStatus,
    pair: pairOf(row.subject_hash, row.entry_hash),
    standing:
      row.decision !== null && decidedPair
        ? {
            decision: row.decision as Decision,
            pair: decidedPair,
            measures: row.decided_measures,
          }
        : null,
    reopenedBecause: row.reopened_because as ReopenedBecause | null,
    closedBecause: row.closed_because as ClosedBecause | null,
  };
}

export function rowOf(
  state: HitState,
  identity: Pick<HitRow, 'id' | 'subject_id' | 'list_id' | 'entry_id' | 'list_kind'>,
  compared: { score: number; entry_revision: number; match?: string },
): WrittenHit {
  const { id, subject_id, list_id, entry_id, list_kind } = identity;
  return {
    id,
    subject_id,
    list_id,
    entry_id,
    list_kind,
    score: compared.score,
    entry_revision: compared.entry_revision,
    match: compared.match,
    status: state.status,
    reopened_because: state.reopenedBecause,
    closed_because: state.closedBecause,
    subject_hash: state.pair?.subject ?? null,
    entry_hash: state.pair?.entry ?? null,
    decision: state.standing?.decision ?? null,
    decided_subject_hash: state.standing?.pair.subject ?? null,
    decided_entry_hash: state.standing?.pair.entry ?? null,
    decided_measures: state.standing?.measures ?? null,
  };
}

function created({ id, subject_id, list_kind, list_id, entry_id, score }: WrittenHit) {
  return hitCreated({
    hitId: id,
    subjectId: subject_id,
    listKind: list_kind as (typeof DEFAULT_KINDS)[number],
    listId: list_id,
    entryId: entry_id,
    score,
  });
}

function isSame(row: HitRow, hit: FoundHit, state: HitState): boolean {
  return (
    row.status === state.status &&
    row.score === hit.score &&
    row.entry_revision === hit.entryRevision &&
    row.subject_hash === hit.pair.subject &&
    row.entry_hash === hit.pair.entry &&
    (row.decided_measures === null) === ((state.standing?.measures ?? null) === null)
  );
}

/**
 * Updates the hits of the compared pairs to the findings, with an event for each hit that opens, and notifies the
 * followers of these, in the caller's transaction. The caller has locked the subjects, so no other process adds hits of
 * theirs.
 * @param known all existing hits between the compared sides, locked
 * @param isLost returns true if a hit that was not found is no longer one
 */
export async function recordHits(
  tx: Tx,
  orgId: string,
  hits: FoundHit[],
  known: HitRow[],
  because: ClosedBecause,
  { opened }: Followers,
  isLost: (row: HitRow) => boolean = () => true,
): Promise<void> {
  const missing = new Map(known.map((row) => [`${row.entry_id} ${row.subject_id}`, row]));
  const inserted: WrittenHit[] = [];
  const updated: WrittenHit[] = [];
  const open: WrittenHit[] = [];
  for (const hit of hits) {
    const key = `${hit.entryId} ${hit.subjectId}`;
    const row = missing.get(key);
    missing.delete(key);
    const { state, raised } = markAsHit(
      row && stateOf(rehashed(row, hit)),
      hit.pair,
      measuresOf(hit.match),
    );
    if (row && isSame(row, hit, state)) continue;
    const written = rowOf(
      state,
      row ?? {
        id: newId(HIT_PREFIX),
        subject_id: hit.subjectId,
        list_id: hit.listId,
        entry_id: hit.entryId,
        list_kind: hit.listKind,
      },
      {
        score: hit.score,
        entry_revision: hit.entryRevision,
        match: JSON.stringify(hit.match),
      },
    );
    (row ? updated : inserted).push(written);
    if (raised) open.push(written);
  }
  for (const row of missing.values())
    if (row.status !== 'closed' && isLost(row))
      updated.push(rowOf(closedAsGone(stateOf(row), because), row, row));
  await insertHits(tx, orgId, inserted);
  await updateHits(tx, orgId, updated, voidedWith(orgId, 'hit.'));
  const changed = [...inserted, ...updated].map(({ id }) => id);
  await noteChange(tx, orgId, 'hit', changed);
  if (open.length === 0) return;
  await opened(
    tx,
    orgId,
    open.map((hit) => ({
      id: hit.id,
      subjectId: hit.subject_id,
      listKind: hit.list_kind,
      score: hit.score,
    })),
  );
  await outboxAll(
    tx,
    open.map((hit) => ({ orgId, event: created(hit) })),
  );
}
