import { EnvelopeError } from '../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import {
  isUnavailable,
  type Database,
  type Queryable,
  type Tx,
} from '../../../platform/db/database.ts';
import { PERSIST_MS, persist } from '../../../platform/db/persist.ts';
import { ApiError, notFound } from '../../../platform/errors/index.ts';
import { appliedPage, toPage } from '../../../platform/http/schema.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { traceJob } from '../../../platform/observability/tracing.ts';
import type { Kind } from '../kinds.ts';
import type { Verified, Verifier } from '../verify/verifier.ts';
import { DEAD_LETTER_PREFIX, type DeadLetter, type DeadLetterQuery } from './schemas.ts';
import { openRequest } from './sealing.ts';
import * as store from './store.ts';

/** Letters listed at once. */
const BATCH = 500;

function toDeadLetter(row: store.DeadLetterRow): DeadLetter {
  return {
    id: row.id,
    organizationId: row.org_id,
    verificationId: row.verification_id,
    kind: row.kind as Kind,
    country: row.country,
    status: row.status as DeadLetter['status'],
    replayable: row.envelope !== null,
    replays: row.replays,
    replayedAs: row.replayed_as,
    dueAt: row.due_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Newest first, without what they hold. */
export async function listDeadLetters(db: Queryable, query: DeadLetterQuery) {
  const page = appliedPage(query);
  const { rows, total } = await store.selectDeadLetters(db, query, page);
  return toPage(rows.map(toDeadLetter), total, page);
}

async function find(db: Queryable | Tx, id: string): Promise<store.DeadLetterRow> {
  const row = isId(DEAD_LETTER_PREFIX, id) ? await store.selectDeadLetter(db, id) : undefined;
  if (!row) throw notFound('dead letter');
  return row;
}

/** @throws ApiError NOT_FOUND, CONFLICT when it is settled or being replayed */
export async function discard(tx: Tx, id: string): Promise<DeadLetter> {
  const row = await find(tx, id);
  if (!(await store.discardDeadLetter(tx, id)))
    throw new ApiError('CONFLICT', whyNot(row) ?? 'the dead letter is being replayed');
  return toDeadLetter(await find(tx, id));
}

/** Why a letter cannot be replayed, whoever asks. */
function whyNot(row: store.DeadLetterRow): string | undefined {
  if (row.status !== 'waiting') return `the dead letter was ${row.status}`;
  return row.envelope === null ? 'the request was not kept' : undefined;
}

/** A replay that has its answer and is not recorded yet. */
export type Replayed = { held: store.Held; verified: Verified };

/** Asks again what no provider could answer. Each letter is replayed by one at a time. */
export class DeadLetters {
  readonly #db: Database;
  readonly #envelopes: Envelopes;
  readonly #verifier: Verifier;

  constructor(options: { db: Database; envelopes: Envelopes; verifier: Verifier }) {
    this.#db = options.db;
    this.#envelopes = options.envelopes;
    this.#verifier = options.verifier;
  }

  /** Longest time `replay` takes, in milliseconds. */
  get longestMs(): number {
    return this.#verifier.longestMs;
  }

  /**
   * Asks the providers again. `record` must follow, in a transaction.
   * @throws ApiError NOT_FOUND, CONFLICT when it cannot be replayed (any more) or is being replayed
   */
  async replay(id: string): Promise<Replayed> {
    const row = await find(this.#db.read, id);
    const problem = whyNot(row);
    if (problem !== undefined) throw new ApiError('CONFLICT', problem);
    const holder = newId('replay');
    const held = await store.holdDeadLetter(this.#db.read, id, holder, this.longestMs);
    if (!held) throw new ApiError('CONFLICT', 'the dead letter is being replayed');
    return this.#ask(held, holder);
  }

  /** Replays the letter that is due longest, from beginning to end; undefined when none is. */
  async replayDue(): Promise<DeadLetter | undefined> {
    const holder = newId('replay');
    const held = await store.holdDueDeadLetter(this.#db.read, holder, this.longestMs);
    return held && traceJob('replay', null, async () => this.settle(await this.#ask(held, holder)));
  }

  /**
   * Writes the call with its events, and what becomes of the letter.
   * @throws ApiError CONFLICT when the replay has taken so long that somebody else has begun another
   */
  async record(tx: Tx, { held, verified }: Replayed): Promise<DeadLetter> {
    const { record } = verified;
    const replayedAs = record.status === 'provider_down' ? undefined : record.id;
    if (!(await store.settleReplay(tx, held, replayedAs)))
      throw new ApiError('CONFLICT', 'the dead letter is being replayed');
    await this.#verifier.writeAll(tx, [verified]);
    return toDeadLetter(await find(tx, held.id));
  }

  /** Both in one, for those who have no transaction of their own. */
  async settle(replayed: Replayed): Promise<DeadLetter> {
    return persist(this.#db, PERSIST_MS, (tx) => this.record(tx, replayed));
  }

  /** Replays one, from beginning to end. @throws ApiError as `replay` */
  async replayNow(id: string): Promise<DeadLetter> {
    return this.settle(await this.replay(id));
  }

  /** Replays all that can be, oldest first. What fails, or is held by others, is passed over and named. */
  async replayAll(): Promise<{ replayed: number; stillWaiting: number; skipped: string[] }> {
    const counts = { replayed: 0, stillWaiting: 0, skipped: [] as string[] };
    let ids = await store.selectReplayable(this.#db.read, '', BATCH);
    while (ids.length > 0) {
      for (const id of ids) {
        const letter = await this.replayNow(id).catch((error: unknown) => {
          if (isUnavailable(error)) throw error;
          return undefined;
        });
        if (!letter) counts.skipped.push(id);
        else counts[letter.status === 'replayed' ? 'replayed' : 'stillWaiting'] += 1;
      }
      ids = await store.selectReplayable(this.#db.read, ids.at(-1)!, BATCH);
    }
    return counts;
  }

  /** Deletes the requests of letters that have waited for a month. */
  async discardAbandoned(): Promise<void> {
    await store.discardAbandoned(this.#db.read);
  }

  /** Lets letters that would find the same providers down wait as well. */
  async postponeAlike({ kind, country }: DeadLetter): Promise<void> {
    await store.postponeAlike(this.#db.read, { kind, country });
  }

  async #ask(row: store.DeadLetterRow, holder: string): Promise<Replayed> {
    const held = { orgId: row.org_id, id: row.id, holder };
    try {
      // A process without the providers' file would have the sandbox decide about people.
      if (this.#verifier.usesSandbox(row.country, row.kind as Kind) !== row.sandbox)
        throw new ApiError(
          'CONFLICT',
          row.sandbox
            ? 'the request was for the sandbox, which is not configured any more'
            : 'the request was for real providers, and here is the sandbox: check ORIKI_PROVIDERS_FILE',
        );
      const call = { orgId: row.org_id, id: row.verification_id, kind: row.kind as Kind };
      const question = await openRequest(this.#envelopes, call, row.envelope!);
      return { held, verified: await this.#verifier.ask(row.org_id, question, call.id) };
    } catch (error) {
      await store.releaseDeadLetter(this.#db.read, held).catch(() => {});
      if (error instanceof EnvelopeError)
        throw new ApiError('CONFLICT', 'the request cannot be decrypted');
      throw error;
    }
  }
}
