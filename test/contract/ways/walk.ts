/** Ways to an effect, and the walk of an actor on one of them. */
import { expect } from 'vitest';
import type { Answer } from '../../support/app.ts';
import { freshKey } from '../support/world.ts';
import { ask, type Actor, type Caller, type World } from './actors.ts';

/** One way to cause an effect. `Start` is the object from which it begins. */
export type Way<Start = string> = {
  name: string;
  /** Its operations, by operationId. */
  operations: readonly string[];
  /** The scope of the operation. */
  scope: string;
  /** Another scope that the operation needs. */
  alsoNeeds?: string;
  /** Its request names no object, so a caller of another organization acts in its own. */
  actsInOwn?: true;
  /** Creates a new object. */
  begin: () => Promise<Start>;
  request: (start: Start) => { method: string; path: string; body?: unknown };
  /** Uses the answer as any receiver can. */
  follow?: (answer: Answer, start: Start) => Promise<void>;
  happened: (start: Start) => Promise<boolean>;
  /** Restores the object, as an admin, after the effect has happened. */
  undo?: (start: Start) => Promise<void>;
};

/** The outcome of one walk. */
export type Seen = { status: number; code: string; happened: boolean; mode: string | null };

/** Sends the request of a way. */
function send<Start>(
  world: World,
  way: Way<Start>,
  start: Start,
  caller: Caller,
  idempotencyKey?: string,
): Promise<Answer> {
  const { method, path, body } = way.request(start);
  return ask(world, caller, method, path, body, idempotencyKey);
}

/** The outcome of an answer. */
export function seenOf({ status, body, headers }: Answer, happened: boolean): Seen {
  const code = body?.error?.code ?? '';
  return { status, code, happened, mode: headers.get('oriki-mode') };
}

async function outcome<Start>(way: Way<Start>, start: Start, answer: Answer): Promise<Seen> {
  if (answer.status < 300) await way.follow?.(answer, start);
  return seenOf(answer, await way.happened(start));
}

/** A walk as one actor, and a concurrent attempt as several actors that should be rejected. */
type Walk = {
  alone: (actor: Actor) => Promise<Seen>;
  /** @returns undefined if any of them was not rejected, or the effect has still happened */
  together?: (actors: Actor[]) => Promise<Seen[] | undefined>;
};

const AT_ONCE = 6;

async function eachOf<T>(actors: Actor[], go: (actor: Actor) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let i = 0; i < actors.length; i += AT_ONCE)
    all.push(...(await Promise.all(actors.slice(i, i + AT_ONCE).map(go))));
  return all;
}

/** Walks the way. A rejected actor leaves the object unchanged for the next one. */
export function walking<Start>(world: World, way: Way<Start>): Walk {
  let start: Start | undefined;
  return {
    async alone({ caller }) {
      start ??= await way.begin();
      const seen = await outcome(way, start, await send(world, way, start, caller));
      if (seen.happened || seen.status < 300) start = undefined;
      return seen;
    },
    async together(actors) {
      const from = (start ??= await way.begin());
      const answers = await eachOf(actors, ({ caller }) => send(world, way, from, caller));
      const isRefused = answers.every(({ status }) => status >= 400 && status < 500);
      if (isRefused && !(await way.happened(from)))
        return answers.map((answer) => seenOf(answer, false));
      start = undefined;
      return undefined;
    },
  };
}

/** Repeats one request of an admin as each actor, with the admin's idempotency key, after its effect was undone. */
export function repeating<Start>(world: World, way: Way<Start>, admin: Caller): Walk {
  let recorded: { start: Start; key: string } | undefined;
  const record = async (): Promise<{ start: Start; key: string }> => {
    const start = await way.begin();
    const key = freshKey();
    const first = await send(world, way, start, admin, key);
    expect(first.status, first.text.slice(0, 300)).toBeLessThan(300);
    if (await way.happened(start)) await way.undo!(start);
    return { start, key };
  };
  return {
    async alone({ caller }) {
      recorded ??= await record();
      const { start, key } = recorded;
      const seen = await outcome(way, start, await send(world, way, start, caller, key));
      if (seen.happened) recorded = undefined;
      return seen;
    },
  };
}

/**
 * The rule of a combination. `yes`: the effect happens. `no`: it does not, and the answer is a refusal. `answer`: it
 * does not, and the answer may be a recorded one.
 */
type Verdict = 'yes' | 'no' | 'answer';

function fault({ isTest }: Actor, verdict: Verdict, seen: Seen): string | undefined {
  const { status, happened, code, mode } = seen;
  const said = `${status} ${code}`.trim();
  if (verdict === 'yes' && !(happened && status < 300)) return `does not get the effect: ${said}`;
  if (verdict !== 'yes' && happened) return `gets the effect: ${said}`;
  if (verdict === 'no' && !(status >= 400 && status < 500)) return `is not rejected: ${said}`;
  if (status >= 500) return said;
  // A caller that is rejected before it is known has no mode.
  if (status !== 401 && (mode === 'test') !== (isTest === true))
    return `is answered in the mode ${mode}`;
  return undefined;
}

/**
 * Tries every actor and fails with all combinations that break the rule. Actors that the rule rejects try concurrently;
 * if one of them is not rejected, they try one after the other to identify it.
 */
export async function expectRule(
  actors: Actor[],
  rule: (actor: Actor) => Verdict,
  { alone, together }: Walk,
): Promise<void> {
  const faults: string[] = [];
  const note = (actor: Actor, seen: Seen): void => {
    const found = fault(actor, rule(actor), seen);
    if (found !== undefined) faults.push(`${actor.name} ${found}`);
  };
  const refused = actors.filter((actor) => rule(actor) === 'no');
  const seen = await together?.(refused).catch(() => undefined);
  for (const [i, actor] of refused.entries()) if (seen) note(actor, seen[i]!);
  for (const actor of seen ? actors.filter((one) => !refused.includes(one)) : actors)
    try {
      note(actor, await alone(actor));
    } catch (error) {
      faults.push(`${actor.name}: ${String(error).split('\n')[0]}`);
    }
  expect(faults).toEqual([]);
  // A rule that rejects or admits every actor proves nothing.
  expect(new Set(actors.map(rule)).size).toBeGreaterThan(1);
}

/** For walks in which no actor changes anything for the next. */
export function independent(go: (actor: Actor) => Promise<Seen>): Walk {
  return { alone: go, together: (actors) => eachOf(actors, go) };
}
