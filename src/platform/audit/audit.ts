/** Rows of the log of what was done, written in the transaction of their effect. */
import { isDeepStrictEqual } from 'node:util';
import type { LastStatement, Tx } from '../db/database.ts';
import { bucketOf } from '../db/places.ts';
import { insideTransaction } from '../db/transaction-scope.ts';
import { newTimedId } from '../ids.ts';
import { AUDIT_PREFIX, type Action, type Facts } from './action.ts';
import { insertActions } from './store.ts';

/**
 * The declaration of what an operation leaves in the log.
 * @template Done what is known of it once it is done
 * @template Answer what it is answered with
 */
export type Audit<Done = never, Answer = unknown> = {
  /** `thing.verb`. */
  action: string;
  /** Id of what it is done to; where it is left out, the one that the request names, or else the answer's `id`. */
  object?: (done: Done) => string | null | undefined;
  /** The organization that it concerns, if not the actor's own. */
  organization?: (done: Done) => string | null | undefined;
  /**
   * Members of the answer that say what it was changed to: settings, states and ids, never personal data and no text that
   * somebody has typed.
   */
  shows?: readonly (keyof Answer & string)[];
  /**
   * Members of the answer with typed texts: `changed` of the row names those that differ from what the verb has noted, and
   * never says what they hold.
   */
  compares?: readonly (keyof Answer & string)[];
  /** A read that may be repeated each second: it leaves one row in 15 minutes for each session or key and object. */
  seldom?: true;
  /** Members of what the verb notes before a deletion, or before what its answer does not repeat, likewise. */
  removes?: readonly string[];
};

/**
 * Notes what an answer would have said before the change, for the log. The declaration of the operation says which of its
 * members are recorded.
 */
export function noteBefore(answer: object): void {
  const scope = insideTransaction.getStore();
  if (scope) scope.before = answer;
}

/** The answer that was noted in the transaction that is open here. */
export function notedBefore(): object | undefined {
  return insideTransaction.getStore()?.before;
}

/** The members of an answer that are recorded; null when it has none of them. */
export function factsOf(answer: unknown, shows: readonly string[] | undefined): Facts | null {
  if (!shows || typeof answer !== 'object' || answer === null) return null;
  const has = shows.filter((name) => (answer as Facts)[name] !== undefined);
  if (has.length === 0) return null;
  return Object.fromEntries(has.map((name) => [name, (answer as Facts)[name]]));
}

/** The facts of an answer, with the names of the compared members that differ from the answer before. */
export function changeOf(
  before: object | undefined,
  answer: unknown,
  { shows, compares = [] }: { shows?: readonly string[]; compares?: readonly string[] },
): Facts | null {
  const shown = factsOf(answer, shows);
  if (before === undefined || compares.length === 0) return shown;
  const differs = (name: string): boolean =>
    !isDeepStrictEqual((before as Facts)[name], (answer as Facts)[name]);
  const changed = compares.filter(differs);
  return changed.length === 0 ? shown : { ...shown, changed };
}

/** An action that is done now. What it leaves out, it is not about. */
export type NewAction = Pick<Action, 'orgId' | 'actor' | 'action'> &
  Partial<Pick<Action, 'object' | 'before' | 'after'>>;

/** @param stamp the id and time, where one row is made more than once */
export function newAction(action: NewAction, stamp = newTimedId(AUDIT_PREFIX)): Action {
  return { object: null, before: null, after: null, ...action, ...stamp };
}

/**
 * Writes rows into the log of the bucket that the transaction is in.
 * @param last where given, the statement leaves together with COMMIT
 */
export async function writeActions(
  tx: Tx,
  actions: readonly Action[],
  last?: LastStatement,
): Promise<void> {
  if (actions.length === 0) return;
  if (last) last(() => insertActions(actions));
  else await tx.executeQuery(insertActions(actions));
}

/** Writes a row into the log of its organization, for whoever has a transaction anywhere. */
export async function writeAction(tx: Tx, action: Action): Promise<void> {
  await writeActions(await bucketOf(tx, action.orgId), [action]);
}
