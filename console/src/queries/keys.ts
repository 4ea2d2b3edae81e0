import type { Operations } from '../../../clients/typescript/src/index.ts';

/** A change that the stream of changes reports. */
export type Change = Operations['streamChanges']['events']['changed']['changes'][number];
/** The kinds of changes that the API documents; the stream may report others. */
type Kind<Text = Change['kind']> = Text extends string
  ? string extends Text
    ? never
    : Text
  : never;

type Reads = {
  /** A change of these kinds makes the query read again. */
  all?: readonly Kind[];
  /** A change of these kinds makes the query read again if its input contains the id of the changed object. */
  one?: readonly Kind[];
  /** True if a change of any object in the `items` of the answer makes the query read again. */
  hasItems?: true;
};

/** Queries by name whose answers become stale when other people change something. */
const LIVE = {
  // A request is void when its hit changes.
  approvals: { all: ['approval', 'hit'] },
  case: { one: ['case'], hasItems: true },
  cases: { all: ['case'] },
  deliveries: { one: ['webhook'] },
  hit: { one: ['hit'] },
  hits: { all: ['hit'] },
  // The stream reports changes of a person's roles to that person.
  me: { all: ['member'] },
  members: { all: ['member'] },
  messages: { one: ['thread'] },
  'permission assignments': { all: ['permission'] },
  'permission policies': { all: ['permission'] },
  'permission roles': { all: ['permission'] },
  thread: { one: ['thread'] },
  threads: { all: ['thread'] },
  today: { all: ['hit', 'webhook'] },
  webhook: { one: ['webhook'] },
  'webhook figures': { one: ['webhook'] },
  webhooks: { all: ['webhook'] },
} as const satisfies Record<string, Reads>;

/** Queries that become stale only by the person's own changes, or with time. */
type Quiet =
  | 'approval settings'
  | 'audit'
  | 'dead letters'
  | 'delivery'
  | 'diagnosis'
  | 'entity'
  | 'entries'
  | 'event types'
  | 'export settings'
  | 'exports'
  | 'files'
  | 'global list'
  | 'global list changes'
  | 'global list rejections'
  | 'global list versions'
  | 'global lists'
  | 'identity kinds'
  | 'invitations'
  | 'invoice'
  | 'invoices'
  | 'issuers'
  | 'jobs'
  | 'keys'
  | 'list'
  | 'lists'
  | 'organizations'
  | 'permission modules'
  | 'platform approvals'
  | 'platform audit'
  | 'providers'
  | 'screening'
  | 'screenings'
  | 'sign-in issuers'
  | 'subject'
  | 'usage'
  | 'verification'
  | 'verifications';

export type Name = keyof typeof LIVE | Quiet;
/** The name of a query, then the input of its operation. A shorter key matches every query that begins with it. */
export type Key = readonly [Name, ...unknown[]];

/** Returns the changes that make a query stale. */
function readsOf([name]: Key): Reads | undefined {
  return (LIVE as Partial<Record<Name, Reads>>)[name];
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
