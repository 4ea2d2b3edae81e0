import type { Actor } from '../../../platform/audit/action.ts';
import { assertSecondPerson, assertSentence, voidedWith } from '../../approvals/index.ts';
import { noteChange } from '../../live/index.ts';
import { clock } from '../../../platform/clock.ts';
import { reasonFacts, type ReasonFacts } from '../../../platform/crypto/sealed-reason.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { assertUnchanged } from '../../../platform/concurrency/if-match.ts';
import { ApiError, found } from '../../../platform/errors/index.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { previousHashEntry, hashEntry, hashSubject, type SubjectFields } from './content.ts';
import { selectEntries } from '../../lists/index.ts';
import type { Followers } from '../access.ts';
import { getHitWith } from './hits.ts';
import { isStricter, measuresOf } from './measures.ts';
import type { PreparedDecision } from './reasons.ts';
import { rowOf, stateOf } from './record.ts';
import { DECISION_PREFIX, HIT_PREFIX, type DecidedHit, type DecideHit } from './schemas.ts';
import * as decisionStore from './decisions/store.ts';
import * as shownStore from './shown/store.ts';
import * as store from './store.ts';
import { decided } from './transitions.ts';

type Deciding = {
  /** Lets other modules reject the decision; undefined if the caller has already asked them about all hits. */
  deciding: Followers['deciding'] | undefined;
  /**
   * The detail of the request that a false positive needs if two people are required; null if the request about another
   * hit includes this hit.
   */
  request?: Record<string, unknown> | null;
  /** The request that another decision has answered, if it covers this decision too. */
  approvalId?: string | null;
  prepared: PreparedDecision;
};

export type DecisionMade = {
  /** The hit before the decision, as the audit log shows it. */
  before: { status: string; revision: number };
  hit: DecidedHit & ReasonFacts;
  /** The request for a second person that the decision has answered. */
  approvalId: string | null;
};

/** Returns the revision of a hit, which a request for a second person is bound to. @throws ApiError NOT_FOUND */
export async function hitRevision(db: Queryable, orgId: string, id: string): Promise<string> {
  const row = await found('hit', isId(HIT_PREFIX, id) && shownStore.selectHit(db, orgId, id));
  return String(row.revision);
}

/** Returns the score of a hit. @throws ApiError NOT_FOUND */
export async function hitScore(db: Queryable, orgId: string, id: string): Promise<number> {
  return (await found('hit', isId(HIT_PREFIX, id) && shownStore.selectHit(db, orgId, id))).score;
}

/**
 * Decides on the pair in its last comparison. A hit may be decided again: the last decision counts, and all are kept.
 * @throws ApiError NOT_FOUND; BAD_REQUEST if the score needs a longer reason; CONFLICT when the hit is closed or has
 * changed since the decider read it, or when another actor has claimed an open case of it; APPROVAL_REQUIRED
 */
export async function decideHit(
  tx: Tx,
  orgId: string,
  id: string,
  input: Omit<DecideHit, 'reason' | 'reasonCode'>,
  actor: Actor,
  { deciding, request = {}, approvalId: others = null, prepared: { reason, texts } }: Deciding,
): Promise<DecisionMade> {
  const locked = await found('hit', isId(HIT_PREFIX, id) && store.lockHit(tx, orgId, id));
  const { match, opened_at: openedAt, ...row } = locked;
  assertUnchanged(row.revision, input, 'the hit');
  await deciding?.(tx, orgId, [id], actor);
  const state = decided(stateOf(row), input.decision, measuresOf(match));
  if (!state) throw new ApiError('CONFLICT', 'the hit is closed');
  if (input.decision === 'false_positive') assertSentence(reason.textFrom, row.score);
  const revision = String(row.revision);
  const guarded = { orgId, action: 'hit.false_positive', objectId: id, revision } as const;
  const approvalId =
    input.decision === 'false_positive' && request !== null
      ? await assertSecondPerson(tx, { ...guarded, detail: request }, actor)
      : others;
  await store.updateHits(tx, orgId, [rowOf(state, row, row)], voidedWith(orgId, 'hit.'));
  const decisionId = newId(DECISION_PREFIX);
  await decisionStore.insertDecision(tx, orgId, id, {
    id: decisionId,
    decision: input.decision,
    reason: '',
    envelope: reason.sealed?.envelope ?? null,
    reason_id: reason.sealed && reason.id,
    reason_code: reason.reasonCode,
    approval_id: approvalId,
    hit_revision: row.revision + 1,
    entry_revision: row.entry_revision,
    findings: match && { score: row.score, ...match },
    on_behalf_of: input.onBehalfOf ?? input.decidedBy ?? null,
    actor_id: actor.id,
    api_key_id: actor.kind === 'key' ? actor.id : null,
    decided_at: clock.now(),
    opened_at: openedAt,
  });
  await noteChange(tx, orgId, 'hit', [id]);
  const shown = new Map([...texts, [decisionId, reason.text || null]]);
  const hit = await getHitWith(tx, orgId, id, shown);
  const before = { status: row.status, revision: row.revision };
  return { before, hit: { ...hit, ...reasonFacts(reason.sealed, reason.reasonCode) }, approvalId };
}

/**
 * Returns the entries that were decided to be false positives of the subject, if the decision still applies: the
 * subject's fields and the entry's content are unchanged since. A subject that was never enrolled has none.
 * @returns ids of entries
 */
export async function decisionsFor(
  db: Queryable,
  orgId: string,
  subject: { subjectId: string } & SubjectFields,
  entryIds: string[],
): Promise<Set<string>> {
  if (entryIds.length === 0) return new Set();
  const { subjectId } = subject;
  const rows = await decisionStore.selectFalsePositives(
    db,
    orgId,
    subjectId,
    hashSubject(subject),
    entryIds,
  );
  return standing(db, orgId, rows);
}

/**
 * Returns such entries by decisions that other organizations share, with one statement per bucket for all people. The
 * person's fields and the entry must equal those of the decision; the other organizations' id of the person may differ.
 * If one of them, or the organization itself, has decided that such a person is the entry, no decision counts.
 * @param sharers organizations
 * @returns ids of entries of each person; undefined if another organization's bucket is unavailable
 */
export async function sharedDecisionsFor(
  db: Queryable,
  orgId: string,
  sharers: string[],
  people: readonly SubjectFields[],
): Promise<ReadonlySet<string>[] | undefined> {
  if (sharers.length === 0 || people.length === 0) return people.map(() => new Set());
  const hashes = people.map((person) => hashSubject(person));
  const shared = await decisionStore.selectShared(db, orgId, sharers, [...new Set(hashes)]);
  if (!shared) return undefined;
  const rows = Map.groupBy(await standingRows(db, orgId, shared), ({ subject_hash: hash }) => hash);
  return hashes.map((hash) => new Set(rows.get(hash)?.map(({ entry_id: id }) => id)));
}

async function standing(
  db: Queryable,
  orgId: string,
  rows: decisionStore.DecidedPair[],
): Promise<Set<string>> {
  return new Set((await standingRows(db, orgId, rows)).map(({ entry_id: id }) => id));
}

/** Selects the rows whose entry is unchanged since the decision and not listed more strictly. */
async function standingRows<Row extends decisionStore.DecidedPair>(
  db: Queryable,
  orgId: string,
  rows: readonly Row[],
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const entries = await selectEntries(
    db,
    orgId,
    rows.map((row) => ({ listId: row.list_id, entryId: row.entry_id })),
  );
  const known = entries.map((entry) => ({
    id: entry.id,
    hashes: [hashEntry(entry), previousHashEntry(entry)],
    measures: measuresOf(entry.labels),
  }));
  const entriesOf = Map.groupBy(known, ({ id }) => id);
  return rows.filter((row) =>
    entriesOf
      .get(row.entry_id)
      ?.some(
        ({ hashes, measures }) =>
          hashes.includes(row.entry_hash) && !isStricter(measures, row.decided_measures),
      ),
  );
}
