/** A row of the audit log: the actor, the action and its object, without personal data. */
import { canonicalJson } from '../canonical-json.ts';
import { hash } from 'node:crypto';

/** SHA-256 of a JSON array, in the encoding of docs/audit-log.md. */
export function hashOf(value: readonly unknown[]): Buffer {
  return hash('sha256', JSON.stringify(value), 'buffer');
}

/** The organization of rows that belong to no organization. Their chain is in the first bucket. */
export const PLATFORM = 'platform';

export const AUDIT_PREFIX = 'audit';

export const ACTOR_KINDS = ['key', 'person', 'command', 'link', 'service'] as const;

/** The actor of an action. */
export type Actor = {
  kind: (typeof ACTOR_KINDS)[number];
  /**
   * The id of the key or the person, the account on the machine that ran a command, the export behind a signed URL, or
   * the part of the service.
   */
  id: string;
  /** The person behind the actor, who may have created the key. Not stored in the log. */
  personId?: string | null | undefined;
  /** The keys and people through whom the actor acts, from its principal. Not stored in the log. */
  through?: readonly string[];
  /** The key or session that was used; null for all other actors. */
  via: string | null;
  requestId: string | null;
  /** The client address. */
  address: string | null;
};

/** Settings and states by name: the subject of a change, without personal data. */
export type Facts = Record<string, unknown>;

export type Action = {
  orgId: string;
  id: string;
  /** The time in the id. */
  at: Date;
  actor: Actor;
  /** `thing.verb`. */
  action: string;
  /** Id of the object. */
  object: string | null;
  before: Facts | null;
  after: Facts | null;
};

/** The action that records a removal of records by their age. */
export const REMOVAL = 'retention.remove';

/** Returns the hash of tombstones that a removal's action contains. */
export function hashTombstones(ids: readonly string[]): string {
  return hashOf(['oriki-tombstones-v1', ...ids.toSorted()]).toString('hex');
}

/** Columns of a row, in the order in which they are hashed. */
const ACTION_COLUMNS = [
  'org_id',
  'id',
  'at',
  'actor_kind',
  'actor_id',
  'actor_via',
  'action',
  'object_id',
  'before',
  'after',
  'request_id',
  'address',
] as const;

/** A row as texts, with JSON as it is stored and the time in milliseconds since 1970. */
export type ActionTexts = Record<(typeof ACTION_COLUMNS)[number], string | null>;

/** SHA-256 of a JSON array of strings and nulls: docs/audit-log.md. */
export function hashAction(texts: ActionTexts): Buffer {
  return hashOf(['oriki-audit-action-v1', ...ACTION_COLUMNS.map((column) => texts[column])]);
}

function factsText(facts: Facts | null): string | null {
  return facts && canonicalJson(facts);
}

/** Returns the texts as stored. PostgreSQL cannot store lone surrogates and U+0000. */
export function textsOf({ actor, ...action }: Action): ActionTexts {
  const stored = (text: string | null): string | null =>
    text?.toWellFormed().replaceAll('\0', '\u{FFFD}') ?? null;
  return {
    org_id: action.orgId,
    id: action.id,
    at: String(action.at.getTime()),
    actor_kind: actor.kind,
    actor_id: stored(actor.id),
    actor_via: stored(actor.via),
    action: action.action,
    object_id: stored(action.object),
    before: factsText(action.before),
    after: factsText(action.after),
    request_id: stored(actor.requestId),
    address: stored(actor.address),
  };
}
