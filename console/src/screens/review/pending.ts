import { useSyncExternalStore } from 'react';
import { api, isSignedOut } from '../../data/client.ts';
import type { Me } from '../../queries/session.ts';
import { beforeSignOut, notice, queryClient, sessionEnd } from '../../data/query.ts';
import type { Hit } from '../../queries/review.ts';
import { dropUnsent, keepUnsent } from '../../data/reach.ts';
import { decide, verdictText, type Verdict } from './decision.ts';
import { keepDraft, type Given } from './drafts.ts';
import { keepRefusal } from './refusals.ts';
import { t } from '../../texts/screens/review.ts';

/** Each decision is sent this long after it was made. Until then it can be taken back. */
const UNDO_MS = 10_000;

/** A decision that can be taken back. */
export type Waiting = {
  hit: Hit;
  verdict: Verdict;
  given: Given;
  /** The person who decided, in their organization. */
  by: string;
  dueAt: number;
  timer: number;
};
/** A decision that was sent, and when it was answered; `Infinity` until then. */
type Sent = Waiting & { answeredAt: number };

/** All decisions of this page: they outlive the screen on which they were made. */
type Decisions = {
  /** Oldest first. */
  waiting: readonly Waiting[];
  /** Hits, as the person saw them, whose decisions were sent and not rejected. */
  sent: ReadonlyMap<string, Sent>;
  /** The hit whose decision became a request to a second person, if it was the last one sent. */
  asked?: Hit | undefined;
};

let decisions: Decisions = { waiting: [], sent: new Map() };
const listeners = new Set<() => void>();
/** Requests without an answer yet. */
const underWay = new Set<Promise<boolean>>();
/** True after the session has ended, until the page knows who signs in next. */
let isHeld = sessionEnd.get();

/** Identifies a hit as a person saw it: a changed hit is a different one. */
export function sightOf({ id, revision }: Pick<Hit, 'id' | 'revision'>): string {
  return `${id} ${revision}`;
}

function authorOf({ id, organization }: Me): string {
  return `${organization?.id} ${id}`;
}

function replace(next: Partial<Decisions>): void {
  decisions = { ...decisions, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The decisions made on this page. */
export function useDecisions(): Decisions {
  return useSyncExternalStore(subscribe, () => decisions);
}

/** True if a hit was decided on this page, even if the list does not show it yet. */
export function isDecided({ waiting, sent }: Decisions, hit: Hit): boolean {
  return sent.has(sightOf(hit)) || waiting.some((one) => one.hit.id === hit.id);
}

/** Returns the number of hits that a count of open hits, read at this time, does not know to be decided. */
export function decidedSince({ waiting, sent }: Decisions, readAt: number): number {
  const late = [...sent.values()].filter(({ answeredAt }) => answeredAt > readAt);
  return [...waiting, ...late].filter(({ hit }) => hit.status === 'open').length;
}

/** Accepts a decision, which is sent after ten seconds. */
export function choose(hit: Hit, verdict: Verdict, given: Given, me: Me): void {
  const dueAt = Date.now() + UNDO_MS;
  const timer = window.setTimeout(() => void send(made), UNDO_MS);
  const made: Waiting = { hit, verdict, given, by: authorOf(me), dueAt, timer };
  keepUnsent(made, `${hit.subjectId}: ${verdictText(verdict)}`);
  replace({ waiting: [...decisions.waiting, made], asked: undefined });
}

/** Removes a decision that waits, so that it is never sent. */
function remove(one: Waiting): void {
  clearTimeout(one.timer);
  dropUnsent(one);
  replace({ waiting: decisions.waiting.filter((other) => other !== one) });
}

/** Takes a decision back, and keeps its reason for the next attempt. */
export function undo(one: Waiting): void {
  remove(one);
  keepDraft(one.hit.id, { ...one.given, isUndone: true });
}

function refuse(one: Waiting, error: unknown): void {
  remove(one);
  keepRefusal({ hit: one.hit, verdict: one.verdict, error });
}

/**
 * Sends a decision now. @returns false if the service rejected it, which the page shows, or if it still waits for a
 * session
 */
function send(one: Waiting): Promise<boolean> {
  clearTimeout(one.timer);
  if (isHeld) return Promise.resolve(false);
  const sending = deliver(one).finally(() => underWay.delete(sending));
  underWay.add(sending);
  return sending;
}

async function deliver(one: Waiting): Promise<boolean> {
  const sight = sightOf(one.hit);
  const unsent = (): ReadonlyMap<string, Sent> =>
    new Map([...decisions.sent].filter(([other]) => other !== sight));
  replace({
    waiting: decisions.waiting.filter((other) => other !== one),
    sent: new Map(decisions.sent).set(sight, { ...one, answeredAt: Infinity }),
  });
  try {
    const answer = await decide(one.hit, one.verdict, one.given);
    dropUnsent(one);
    // A hit that waits for a second person is still open.
    if (answer === 'asked') {
      replace({ sent: unsent(), asked: one.hit });
      void queryClient.invalidateQueries({ queryKey: ['waiting requests'] });
    } else {
      const answered = { ...one, answeredAt: Date.now() };
      replace({ sent: new Map(decisions.sent).set(sight, answered) });
    }
    return true;
  } catch (error) {
    replace({ sent: unsent() });
    // The service has not accepted it: it waits until the person has signed in again.
    if (isSignedOut(error)) replace({ waiting: [...decisions.waiting, one] });
    else refuse(one, error);
    notice(error);
    return false;
  } finally {
    // Only the last answer of several decisions reads the list and the counts again.
    if (underWay.size <= 1)
      for (const queryKey of [['hits'], ['work'], ['today']] as const)
        void queryClient.invalidateQueries({ queryKey });
    void queryClient.invalidateQueries({ queryKey: ['hit', { id: one.hit.id }] });
  }
}

/** Sends all waiting decisions, and waits for the answers. @returns false if a decision was rejected */
async function sendAll(): Promise<boolean> {
  for (const one of decisions.waiting) void send(one);
  const answers = await Promise.all(underWay);
  return answers.every(Boolean) && decisions.waiting.length === 0;
}

/** Sends the due decisions after a new sign-in, unless another person has signed in. */
async function resume(): Promise<void> {
  try {
    const me = await api.people.getMe();
    for (const one of decisions.waiting)
      if (one.by !== authorOf(me)) refuse(one, new Error(t('queue.otherPerson')));
    isHeld = false;
  } catch (error) {
    // Without a session all decisions continue to wait, and the page asks again for a sign-in.
    notice(error);
    if (isSignedOut(error)) return;
    isHeld = false;
    for (const one of decisions.waiting) refuse(one, error);
  }
  for (const one of decisions.waiting) if (one.dueAt <= Date.now()) void send(one);
}

sessionEnd.subscribe(() => {
  if (sessionEnd.get()) isHeld = true;
  else void resume();
});
beforeSignOut.run = sendAll;
// A closed page sends the waiting decisions. The browser asks first, because no one would see a failure afterwards.
addEventListener('beforeunload', (event) => {
  if (decisions.waiting.length + underWay.size > 0) event.preventDefault();
});
addEventListener('pagehide', () => void sendAll());
