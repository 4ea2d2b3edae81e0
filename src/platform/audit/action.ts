/** A row of the log of what was done: who did what to what, without personal data. */
import { canonicalJson } from '../canonical-json.ts';
import { hashOf } from './hash.ts';

/** The organization of rows that belong to none. Their chain is in the first bucket. */
export const PLATFORM = 'platform';

export const AUDIT_PREFIX = 'audit';

export const ACTOR_KINDS = ['key', 'person', 'command', 'link', 'service'] as const;

/** Who did it. */
export type Actor = {
  kind: (typeof ACTOR_KINDS)[number];
  /**
   * Id of the key or the person; the account on the machine that ran a command; the export that a signed address leads
   * to; the part of the service.
   */
  id: string;
  /** The person behind it, who also made the key that was used, if one is known; recorded in no row of the log. */
  personId?: string | null | undefined;
  /** The keys and people through whom it acts, as its principal has them; recorded in no row of the log. */
  through?: readonly string[];
  /** The key or session by which it was done; null for all others. */
  via: string | null;
  requestId: string | null;
  /** The address it came from. */
  address: string | null;
};

/** Settings and states by name: what a change is about, without personal data. */
export type Facts = Record<string, unknown>;

export type Action = {
  orgId: string;
  id: string;
  /** The time that the id carries. */
  at: Date;
  actor: Actor;
  /** `thing.verb`. */
  action: string;
  /** Id of what it was done to. */
  object: string | null;
  before: Facts | null;
  after: Facts | null;
};

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

/** A row as texts: JSON as it is stored, the time in milliseconds since 1970. */
export type ActionTexts = Record<(typeof ACTION_COLUMNS)[number], string | null>;

/** SHA-256 of a JSON array of strings and nulls: docs/audit-log.md. */
export function hashAction(texts: ActionTexts): Buffer {
  return hashOf(['oriki-audit-action-v1', ...ACTION_COLUMNS.map((column) => texts[column])]);
}

function factsText(facts: Facts | null): string | null {
  return facts && canonicalJson(facts);
}

/** The texts that are stored. PostgreSQL has no lone surrogates and no U+0000. */
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
