/**
 * Counters in the memory of the primary process, for its children. They last longer than a child, but not longer than
 * the primary. A child sends one message at a time. The next message contains all requests that came before the answer,
 * because a message for each request would double the computing of a GET.
 */
import cluster, { type Worker } from 'node:cluster';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { CounterGroup, SharedCounter, SharedCounters } from './counters.ts';

/** A process waits this long for the primary, and then counts locally. */
const TIMEOUT_MS = 1000;

/** A request to count, or only to read, a counter of a group. */
type Question = { group: CounterGroup; key: string; isLook: boolean };
/** The state of a counter; null if a read finds none. */
type Count = {
  state: [remaining: number, msLeft: number, counted: number];
  isOver: boolean;
} | null;
type Questions = { counts: number; questions: Question[] };
type Counts = { counts: number; answers: Count[] };

function isAbout(message: unknown): message is Questions | Counts {
  return typeof (message as Partial<Questions> | null)?.counts === 'number';
}

type Waiting = Question & {
  resolve: (state: RateLimiterRes | null) => void;
  reject: (reason: unknown) => void;
};

/** The messages of a child. */
class Channel {
  #next: Waiting[] = [];
  /** The questions of the last message until the answer. */
  #sent: Waiting[] | undefined;
  #number = 0;

  constructor() {
    process.on('message', (message) => {
      if (isAbout(message) && 'answers' in message) this.#answered(message);
    });
  }

  ask(question: Question): Promise<RateLimiterRes | null> {
    const { promise, resolve, reject } = Promise.withResolvers<RateLimiterRes | null>();
    const isFirst = this.#next.push({ ...question, resolve, reject }) === 1;
    if (isFirst && !this.#sent) setImmediate(() => this.#send());
    return promise;
  }

  #send(): void {
    if (this.#sent || this.#next.length === 0) return;
    const questions = this.#next;
    this.#sent = questions;
    this.#next = [];
    const number = (this.#number += 1);
    const message: Questions = {
      counts: number,
      questions: questions.map(({ group, key, isLook }) => ({ group, key, isLook })),
    };
    if (!process.connected) return this.#failed(number, 'the primary process has ended');
    setTimeout(
      () => this.#failed(number, 'the primary process did not answer'),
      TIMEOUT_MS,
    ).unref();
    process.send!(message);
  }

  #answered({ counts, answers }: Counts): void {
    // An answer after the time-out is ignored.
    if (counts !== this.#number || !this.#sent) return;
    for (const [i, { resolve, reject }] of this.#sent.entries()) {
      const answer = answers[i];
      if (!answer) resolve(null);
      else (answer.isOver ? reject : resolve)(new RateLimiterRes(...answer.state));
    }
    this.#sent = undefined;
    this.#send();
  }

  #failed(number: number, why: string): void {
    if (number !== this.#number || !this.#sent) return;
    const waiting = [...this.#sent, ...this.#next];
    this.#sent = undefined;
    this.#next = [];
    for (const { reject } of waiting) reject(new Error(why));
  }
}

let channel: Channel | undefined;

export const primaryCounters: SharedCounters = (group): SharedCounter => {
  const own = (channel ??= new Channel());
  return {
    async consume(key) {
      const state = await own.ask({ group, key: String(key), isLook: false });
      if (!state) throw new Error('the primary process did not count');
      return state;
    },
    get: (key) => own.ask({ group, key: String(key), isLook: true }),
  };
};

/** Counts for the children that this process will start. */
export function countForChildren(): void {
  const groups = new Map<string, RateLimiterMemory>();
  const groupOf = (group: CounterGroup): RateLimiterMemory => {
    const found = groups.get(group.keyPrefix) ?? new RateLimiterMemory(group);
    groups.set(group.keyPrefix, found);
    return found;
  };
  const stateOf = ({ remainingPoints, msBeforeNext, consumedPoints }: RateLimiterRes) =>
    [remainingPoints, msBeforeNext, consumedPoints] as [number, number, number];
  const count = async ({ group, key, isLook }: Question): Promise<Count> => {
    const counter = groupOf(group);
    try {
      const found = await (isLook ? counter.get(key) : counter.consume(key));
      return found && { state: stateOf(found), isOver: false };
    } catch (error) {
      return error instanceof RateLimiterRes ? { state: stateOf(error), isOver: true } : null;
    }
  };
  const answerTo = async (child: Worker, { counts, questions }: Questions): Promise<void> => {
    const answer: Counts = { counts, answers: await Promise.all(questions.map(count)) };
    if (child.isConnected()) child.send(answer);
  };
  cluster.on('message', (child, message: unknown) => {
    if (isAbout(message) && 'questions' in message) void answerTo(child, message);
  });
}
