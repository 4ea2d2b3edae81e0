import type { Queryable } from '../../../platform/db/database.ts';
import { afterCommit } from '../../../platform/db/transaction-scope.ts';
import { notifyDue } from './store.ts';

/** Least time between two notifications of one process: each takes a lock of the whole database at commit. */
const DEBOUNCE_MS = 10;
/** PostgreSQL's limit is 8,000 bytes. */
const MAX_PAYLOAD = 7900;

/** Lanes with something new, by organization. */
export type Lanes = Map<string, Set<string>>;

function addLanes(lanes: Lanes, orgId: string, webhookIds: Iterable<string>): void {
  const known = lanes.get(orgId) ?? new Set();
  lanes.set(orgId, known);
  for (const id of webhookIds) known.add(id);
}

/** `org webhook webhook…`, one line an organization; empty stands for "look at all". */
function encode(lanes: Lanes): string {
  const text = [...lanes].map(([orgId, ids]) => [orgId, ...ids].join(' ')).join('\n');
  return text.length <= MAX_PAYLOAD ? text : '';
}

/** @returns undefined when the payload names none: everything has to be looked at */
export function decode(payload: string): Lanes | undefined {
  if (payload === '') return undefined;
  const lanes: Lanes = new Map();
  for (const line of payload.split('\n')) {
    const [orgId = '', ...ids] = line.split(' ');
    addLanes(lanes, orgId, ids);
  }
  return lanes;
}

type Pending = { lanes: Lanes; timer: NodeJS.Timeout | undefined };
const pendingOf = new WeakMap<Queryable, Pending>();

function send(db: Queryable, pending: Pending): void {
  const payload = encode(pending.lanes);
  pending.lanes = new Map();
  // What is lost here is found by the dispatchers' regular look at the queue.
  notifyDue(db, payload).catch(() => {});
  pending.timer = setTimeout(() => {
    pending.timer = undefined;
    if (pending.lanes.size > 0) send(db, pending);
  }, DEBOUNCE_MS);
  pending.timer.unref();
}

/** Once the open transaction has committed, tells all dispatchers that these lanes have something to send. */
export function wake(orgId: string, webhookIds: Iterable<string>): void {
  afterCommit((db) => {
    let pending = pendingOf.get(db);
    if (!pending) pendingOf.set(db, (pending = { lanes: new Map(), timer: undefined }));
    addLanes(pending.lanes, orgId, webhookIds);
    if (!pending.timer) send(db, pending);
  });
}
