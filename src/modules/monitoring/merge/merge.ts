import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Merged } from '../../../platform/db/lists/external-ids.ts';
import { voidedWith } from '../../approvals/index.ts';
import { noteChange } from '../../live/index.ts';
import type { AskedFacts, IdentifierTrace } from '../../../matching/index.ts';
import { rowOf, stateOf } from '../hits/record.ts';
import { updateHits, type WrittenHit } from '../hits/store.ts';
import { closedAsGone, withMerged, type HitState } from '../hits/transitions.ts';
import { lockEnrolments } from '../rescreening/store.ts';
import { SUBJECT_KINDS } from '../subjects/schemas.ts';
import type { NewSubject, SubjectRow } from '../subjects/store.ts';
import * as store from './store.ts';

/** Returns a fact if all enrolments agree on it. A fact on which they differ could hide a hit. */
function agreed<T>(values: readonly (T | null)[]): T | null {
  return new Set(values.map((value) => canonicalJson(value))).size === 1 ? values[0]! : null;
}

/**
 * Returns one enrolment that finds all hits of several enrolments: it has the names, kinds and numbers of all, the
 * lowest threshold, and the facts on which they agree.
 * @param rows the last enrolled first
 */
function joined(subjectId: string, rows: readonly SubjectRow[]): NewSubject & { createdAt: Date } {
  const { name } = rows[0]!;
  const names = rows.flatMap((row) => [row.name, ...((row.aliases as string[] | null) ?? [])]);
  const numbers = rows.flatMap((row) => (row.identifiers as IdentifierTrace[] | null) ?? []);
  return {
    subjectId,
    name,
    aliases: [...new Set(names)].filter((other) => other !== name),
    dob: agreed(rows.map((row) => row.dob)),
    country: agreed(rows.map((row) => row.country)),
    identifiers: [...new Map(numbers.map((one) => [canonicalJson(one), one])).values()],
    facts: agreed(rows.map((row) => row.facts as AskedFacts | null)),
    kinds: SUBJECT_KINDS.filter((kind) => rows.some((row) => row.kinds.includes(kind))),
    threshold: Math.min(...rows.map((row) => row.threshold)),
    createdAt: new Date(Math.min(...rows.map((row) => row.created_at.getTime()))),
  };
}

async function mergeSubjects(tx: Tx, orgId: string): Promise<Merged[string]> {
  const rows = await store.lockSpeltSubjects(tx, orgId);
  const groups = Map.groupBy(rows, ({ one }) => one);
  for (const [one, same] of groups) {
    const kept = same.find((row) => row.subject_id === one) ?? same[0]!;
    const others = same.filter((row) => row !== kept).map((row) => row.subject_id);
    if (others.length > 0) await store.deleteSubjects(tx, orgId, others);
    await store.updateSubject(tx, orgId, kept, joined(one, same));
  }
  if (rows.length > 0) await store.redoAll(tx, orgId);
  const renamed = [...groups].filter(([one, same]) => same.every((row) => row.subject_id !== one));
  return { renamed: renamed.length, merged: rows.length - groups.size };
}

/** Returns the state of a hit that takes over another: if that one is open, this one opens. */
function taking(state: HitState, gone: HitState): HitState {
  if (state.status === 'open' || gone.status === 'closed') return state;
  return gone.status === 'open' ? gone : withMerged(state, gone);
}

type MergedHits = { counts: Merged[string]; pairs: { from: string; into: string }[] };

async function mergeHits(tx: Tx, orgId: string): Promise<MergedHits> {
  const rows = await store.lockSpeltHits(tx, orgId);
  const written: WrittenHit[] = [];
  const kept: string[] = [];
  const pairs: MergedHits['pairs'] = [];
  for (const same of Map.groupBy(rows, (row) => `${row.entry_id} ${row.one}`).values()) {
    const into = same.find((row) => row.subject_id === row.one) ?? same[0]!;
    kept.push(into.id);
    let [state, compared] = [stateOf(into), into];
    for (const row of same) {
      if (row === into || row.status === 'closed') continue;
      const next = taking(state, stateOf(row));
      if (next !== state) [state, compared] = [next, row];
      pairs.push({ from: row.id, into: into.id });
      written.push(rowOf(closedAsGone(stateOf(row), 'subject_changed'), row, row));
    }
    if (compared !== into) written.push(rowOf(state, into, compared));
  }
  await updateHits(tx, orgId, written, voidedWith(orgId, 'hit.'));
  if (written.length > 0) await noteChange(tx, orgId, 'hit', null);
  const renamed = kept.length > 0 ? await store.renameHits(tx, orgId, kept) : 0;
  return { counts: { renamed, merged: pairs.length }, pairs };
}

/**
 * Merges enrolled subjects of an organization whose ids are equal in NFC, and their hits on the same entry. Writes all
 * ids in NFC, and screens all subjects against the lists again. A merged hit is closed, and keeps the text of its id
 * and its decisions.
 * @returns the counts, and the merged hits with their results
 */
export async function mergeScreening(
  tx: Tx,
  orgId: string,
): Promise<{ merged: Merged; hits: MergedHits['pairs'] }> {
  await lockEnrolments(tx, orgId, 'exclusive');
  const subjects = await mergeSubjects(tx, orgId);
  const { counts, pairs } = await mergeHits(tx, orgId);
  return { merged: { screening_subjects: subjects, screening_hits: counts }, hits: pairs };
}
