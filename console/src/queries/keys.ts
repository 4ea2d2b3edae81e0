import type { Operations } from '../../../clients/typescript/src/index.ts';
import { LIVE_KINDS } from '../declared/live.ts';

/** A change that the stream of changes reports. */
export type Change = Operations['streamChanges']['events']['changed']['changes'][number];
/** A kind of changes that this version knows; the stream may report others. */
type Kind = (typeof LIVE_KINDS)[number];

type Reads = {
  /** A change of these kinds makes the query read again. */
  all?: readonly Kind[];
  /** A change of these kinds makes the query read again if its input contains the id of the changed object. */
  one?: readonly Kind[];
  /** True if a change of any object in the `items` of the answer makes the query read again. */
  hasItems?: true;
};

/**
 * Queries that changes by other people make stale, by name. In addition, a kind makes stale the queries with its name
 * (`thread`: one object) or its plural (`threads`: a list).
 */
const LIVE = {
  // A request is void when its hit changes.
  'all webhook figures': { all: ['webhook'] },
  approvals: { all: ['approval', 'hit'] },
  attempts: { all: ['webhook'] },
  case: { one: ['case'], hasItems: true },
  deliveries: { one: ['webhook'] },
  // The stream reports changes of a person's roles to that person.
  me: { all: ['member'] },
  messages: { one: ['thread'] },
  'permission assignments': { all: ['permission'] },
  'permission policies': { all: ['permission'] },
  'permission roles': { all: ['permission'] },
  subjects: { all: ['hit'] },
  today: { all: ['hit', 'webhook'] },
  'waiting requests': { all: ['approval', 'hit'] },
  'webhook figures': { one: ['webhook'] },
  work: { all: ['approval', 'case', 'hit'] },
} as const satisfies Record<string, Reads>;

/** The queries that have the name of a kind, or its plural. */
const OF_KINDS: Partial<Record<Name, Reads>> = Object.fromEntries(
  LIVE_KINDS.flatMap((kind) => [
    [kind, { one: [kind] }],
    [`${kind}s`, { all: [kind] }],
  ]),
);

/** Queries that become stale only by the person's own changes, or with time. */
type Quiet =
  | 'approval settings'
  | 'audit'
  | 'case settings'
  | 'checked lists'
  | 'consents'
  | 'dead letters'
  | 'delivery'
  | 'diagnosis'
  | 'entity'
  | 'entries'
  | 'erasure'
  | 'event'
  | 'event types'
  | 'events'
  | 'export settings'
  | 'exports'
  | 'files'
  | 'global entries'
  | 'global list'
  | 'global list changes'
  | 'global list rejections'
  | 'global list versions'
  | 'global lists'
  | 'hit views'
  | 'identity kinds'
  | 'identity settings'
  | 'invitations'
  | 'invoice'
  | 'invoices'
  | 'issuers'
  | 'jobs'
  | 'outside hosts'
  | 'key'
  | 'key refusals'
  | 'keys'
  | 'list'
  | 'legal hold'
  | 'legal holds'
  | 'lists'
  | 'all keys'
  | 'name'
  | 'operator sessions'
  | 'operators'
  | 'reveals'
  | 'organizations'
  | 'permission modules'
  | 'platform approvals'
  | 'platform audit'
  | 'providers'
  | 'reasons'
  | 'register'
  | 'retention'
  | 'retention classes'
  | 'retention plan'
  | 'screening'
  | 'screenings'
  | 'session settings'
  | 'sign-in issuers'
  | 'signed case'
  | 'subject'
  | 'subject data'
  | 'team'
  | 'usage'
  | 'verification'
  | 'verification session'
  | 'verification sessions'
  | 'verifications';

export type Name = keyof typeof LIVE | Kind | `${Kind}s` | Quiet;
/** The name of a query, then the input of its operation. A shorter key matches every query that begins with it. */
export type Key = readonly [Name, ...unknown[]];

/** Returns the changes that make a query stale. */
function readsOf([name]: Key): Reads | undefined {
  return (LIVE as Partial<Record<Name, Reads>>)[name] ?? OF_KINDS[name];
}

/** Returns true if changes by other people can make the answer of a query stale. */
export function isLive(key: Key): boolean {
  return readsOf(key) !== undefined;
}

/** Returns true if a change may have made the answer of a query stale. */
export function isStaleBy(key: Key, data: unknown, { kind, ids }: Change): boolean {
  const { all, one, hasItems } = readsOf(key) ?? {};
  if (all?.some((each) => each === kind)) return true;
  const isOfKind = one?.some((each) => each === kind) ?? false;
  if (ids === null) return isOfKind || hasItems === true;
  const input = isOfKind ? Object.values(key[1] as object) : [];
  const { items = [] } = (hasItems ? (data ?? {}) : {}) as { items?: { id: string }[] };
  return [...input, ...items.map(({ id }) => id)].some((id) => ids.includes(id as string));
}
