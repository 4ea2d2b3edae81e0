/** Writes rows of the audit log in the transaction of their effect. */
import { isDeepStrictEqual } from 'node:util';
import type { LastStatement, Tx } from '../db/database.ts';
import { bucketOf } from '../db/places.ts';
import { newTimedId } from '../ids.ts';
import {
  AUDIT_PREFIX,
  hashTombstones,
  REMOVAL,
  type Action,
  type Actor,
  type Facts,
} from './action.ts';
import { insertActions, insertTombstones } from './store.ts';

/**
 * Declares the audit row of an operation.
 * @template Done the facts known when the operation is done
 * @template Answer the operation's answer
 */
export type Audit<Done = never, Answer = unknown> = {
  /** `thing.verb`. */
  action: string;
  /** The action in words that follow the name of the actor, such as `created a key`: the text in the console. */
  does: string;
  /** Id of the object. By default the id in the request's path, otherwise the answer's `id`. */
  object?: (done: Done) => string | null | undefined;
  /** The organization that the action concerns, if it is not the actor's own. */
  organization?: (done: Done) => string | null | undefined;
  /**
   * Members of the answer that describe the new state: settings, states and ids, never personal data or texts that a
   * person has typed.
   */
  shows?: readonly (keyof Answer & string)[];
  /**
   * Members of the answer with typed texts. `changed` of the row names the texts that the change has altered, and never
   * contains the texts themselves.
   */
  compares?: readonly (keyof Answer & string)[];
  /** Members of the answer with addresses. The row contains only the host of each, as `urlHost` for `url`. */
  hosts?: readonly (keyof Answer & string)[];
  /**
   * True for a read that may be repeated each second. It writes one row in 15 minutes per session or key and object.
   */
  seldom?: true;
  /** Members of the state before a deletion, or before a change that the answer does not show. */
  removes?: readonly string[];
};

/**
 * The result of a verb that changed something: the answer and, for the audit row, the answer before the change. The
 * operation's declaration selects the recorded members of both.
 */
export class Changed<Answer> {
  /** Undefined if the change created its object. */
  readonly before: object | undefined;
  readonly after: Answer;

  constructor(before: object | undefined, after: Answer) {
    this.before = before;
    this.after = after;
  }
}

/** Returns the answer of an operation, and the state before it if its verb returned one. */
export function changeIn(result: unknown): { before?: object | undefined; after: unknown } {
  return result instanceof Changed ? result : { after: result };
}

/** Returns the recorded members of an answer; null if it has none of them. */
export function factsOf(answer: unknown, shows: readonly string[] | undefined): Facts | null {
  if (!shows || typeof answer !== 'object' || answer === null) return null;
  const has = shows.filter((name) => (answer as Facts)[name] !== undefined);
  if (has.length === 0) return null;
  return Object.fromEntries(has.map((name) => [name, (answer as Facts)[name]]));
}

/** Returns the name of the fact that contains the host of an address. */
export function hostFact(name: string): string {
  return `${name}Host`;
}

/** Returns recorded members and hosts of an answer; null without any. Path and query of an address can contain secrets. */
export function factsWithHosts(
  answer: unknown,
  shows: readonly string[] | undefined,
  hosts: readonly string[] = [],
): Facts | null {
  const facts = factsOf(answer, shows);
  const addresses = Object.entries(factsOf(answer, hosts) ?? {});
  if (addresses.length === 0) return facts;
  const found = addresses.map(([name, url]) => [hostFact(name), new URL(String(url)).host]);
  return { ...facts, ...Object.fromEntries(found) };
}

/** Returns the facts of an answer, and the names of the compared members that differ from the earlier answer. */
export function changeOf(
  before: object | undefined,
  answer: unknown,
  {
    shows,
    compares = [],
    hosts,
  }: Partial<Record<'shows' | 'compares' | 'hosts', readonly string[]>>,
): Facts | null {
  const shown = factsWithHosts(answer, shows, hosts);
  if (before === undefined || compares.length === 0) return shown;
  const differs = (name: string): boolean =>
    !isDeepStrictEqual((before as Facts)[name], (answer as Facts)[name]);
  const changed = compares.filter(differs);
  return changed.length === 0 ? shown : { ...shown, changed };
}

/** An action at the current time. Omitted members do not apply to it. */
export type NewAction = Pick<Action, 'orgId' | 'actor' | 'action'> &
  Partial<Pick<Action, 'object' | 'before' | 'after'>>;

/** @param stamp the id and time, if one row is built more than once */
export function newAction(action: NewAction, stamp = newTimedId(AUDIT_PREFIX)): Action {
  return { object: null, before: null, after: null, ...action, ...stamp };
}

/**
 * Writes rows into the log of the transaction's bucket.
 * @param last true to send the statement together with COMMIT
 */
export async function writeActions(
  tx: Tx,
  actions: readonly Action[],
  last?: LastStatement,
): Promise<void> {
  if (actions.length === 0) return;
  if (last) last(insertActions(actions));
  else await tx.executeQuery(insertActions(actions));
}

/** Writes a row into the log of its organization, from a transaction in any bucket. */
export async function writeAction(tx: Tx, action: Action): Promise<void> {
  await writeActions(await bucketOf(tx, action.orgId), [action]);
}

/** A removal of records by their age. */
export type Removal = {
  orgId: string;
  actor: Actor;
  /** The class of records. */
  object: string;
  ids: readonly string[];
  /** True if rows of the log name the records. The removal's row then covers a tombstone for each. */
  leavesTombstones: boolean;
};

/** Writes the row of a removal, and its tombstones. @param tx in the bucket of the organization */
export async function writeRemoval(
  tx: Tx,
  { orgId, actor, object, ids, leavesTombstones }: Removal,
): Promise<void> {
  const after = {
    count: ids.length,
    ...(leavesTombstones && { tombstones: hashTombstones(ids) }),
  };
  const action = newAction({ orgId, actor, action: REMOVAL, object, after });
  if (leavesTombstones) await insertTombstones(tx, orgId, action.id, ids);
  await writeActions(tx, [action]);
}
