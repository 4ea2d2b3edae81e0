import type { Actor } from '../../../../platform/audit/action.ts';
import { writeAction } from '../../../../platform/audit/audit.ts';
import { assertSecondPerson, assertApprovable } from '../../../approvals/index.ts';
import { EnvelopeError } from '../../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../../platform/crypto/envelopes.ts';
import { mergedPage } from '../../../../platform/db/buckets/merged-page.ts';
import type { Database, Queryable, Tx } from '../../../../platform/db/database.ts';
import { databaseOf, everyBucketOf } from '../../../../platform/db/places.ts';
import { isUnavailable } from '../../../../platform/db/failures.ts';
import { backOffMs } from '../../../../platform/concurrency/back-off.ts';
import { drain } from '../../../../platform/background/job.ts';
import { PAID_RETRY_MS, retryingTransaction } from '../../../../platform/db/retry.ts';
import { ApiError, notFound } from '../../../../platform/errors/index.ts';
import { paged } from '../../../../platform/http/schema.ts';
import { isId, newId } from '../../../../platform/ids.ts';
import { traceJob } from '../../../../platform/observability/tracing.ts';
import { assertNotHeld } from '../../../retention/index.ts';
import { selectVerification } from '../../audit/verifications.ts';
import { consentByHash } from '../../consent/consent.ts';
import { deadLetterGivenUp } from '../../events.ts';
import type { Kind } from '../../kinds/schemas.ts';
import { outbox, outboxAll } from '../../../webhooks/index.ts';
import { storeVerified, type Verifier } from '../verifier.ts';
import {
  DEAD_LETTER_PREFIX,
  type DeadLetter,
  type DeadLetterMode,
  type DeadLetterQuery,
} from './schemas.ts';
import { replayedBy, toDeadLetter, revisionOf } from './letter.ts';
import { endOf, Superseded, Withdrawn, type Replayed } from './replayed.ts';
import { openRequest } from './sealing.ts';
import * as store from './store.ts';

/** The maximum number of dead letters that are listed or discarded together. */
const BATCH = 500;
const BETWEEN_REPLAYS = { firstMs: 60_000, mostMs: 3_600_000 };

/** Newest first, without their contents. */
export async function listDeadLetters(db: Queryable, query: DeadLetterQuery, mode: DeadLetterMode) {
  return paged(
    query,
    (page) =>
      mergedPage(
        everyBucketOf(db),
        page,
        (own, part) => store.selectDeadLetters(own, query, part),
        true,
      ),
    (row) => ({
      ...toDeadLetter(row, mode),
      failures: (row.attempts ?? []).map(({ provider, outcome }) => ({ provider, outcome })),
    }),
  );
}

/** A dead letter in any bucket, with the bucket. @throws ApiError NOT_FOUND */
async function find<Db extends Queryable>(
  db: Db,
  id: string,
): Promise<{ own: Db; row: store.DeadLetterRow }> {
  for (const own of isId(DEAD_LETTER_PREFIX, id) ? everyBucketOf(db) : []) {
    const row = await store.selectDeadLetter(own, id);
    if (row) return { own, row };
  }
  throw notFound('dead letter');
}

/** Emits the event that an organization's dead letter was discarded. */
function givenUp(
  { verification_id, kind }: store.GivenUp,
  reason: 'discarded' | 'expired' | 'consent_withdrawn',
) {
  return deadLetterGivenUp({
    event: 'IDENTITY_DEAD_LETTER_GIVEN_UP',
    verificationId: verification_id,
    kind: kind as Kind,
    reason,
  });
}

/**
 * Discards a dead letter for an operator, and emits the event for its organization.
 * @throws ApiError NOT_FOUND; CONFLICT if it is settled or being replayed, or a legal hold keeps it
 */
export async function discard(tx: Tx, id: string): Promise<DeadLetter> {
  const { own, row } = await find(tx, id);
  const about = await selectVerification(own, row.org_id, row.verification_id);
  if (about) await assertNotHeld(own, row.org_id, about.subjectId);
  const letter = await store.discardDeadLetter(own, id);
  if (!letter) throw new ApiError('CONFLICT', whyNot(row) ?? 'the dead letter is being replayed');
  await outbox(own, letter.org_id, givenUp(letter, 'discarded'));
  // A discarded dead letter is not due in any mode, so the mode makes no difference.
  return toDeadLetter((await find(own, id)).row, 'manual');
}

/** The replay of a dead letter, as an action that may need two people. */
function guarded(row: store.DeadLetterRow) {
  const { org_id: orgId, id: objectId } = row;
  return { orgId, action: 'dead_letter.replay', objectId, revision: revisionOf(row) } as const;
}

/** Returns the reason why a dead letter cannot be replayed. */
function whyNot(row: store.DeadLetterRow): string | undefined {
  if (row.status !== 'waiting') return `the dead letter was ${row.status}`;
  return row.envelope === null ? 'the request was not stored' : undefined;
}

/**
 * Returns the time until a dead letter is due again, after this many replays without an answer. Only `auto` uses it.
 */
function waitMsAfter(replays: number): number {
  return backOffMs(replays, BETWEEN_REPLAYS);
}

/** Repeats requests that no provider could answer. Each dead letter is replayed by one process at a time. */
export class DeadLetters {
  readonly #db: Database;
  readonly #envelopes: Envelopes;
  readonly #verifier: Verifier;
  readonly mode: DeadLetterMode;

  constructor(options: {
    db: Database;
    envelopes: Envelopes;
    verifier: Verifier;
    mode: DeadLetterMode;
  }) {
    this.mode = options.mode;
    this.#db = options.db;
    this.#envelopes = options.envelopes;
    this.#verifier = options.verifier;
  }

  /** The dead letters of another bucket. */
  in(db: Database): DeadLetters {
    return new DeadLetters({
      db,
      envelopes: this.#envelopes,
      verifier: this.#verifier,
      mode: this.mode,
    });
  }

  /** The longest duration of `replay`, in milliseconds. */
  get longestMs(): number {
    return this.#verifier.longestMs;
  }

  /**
   * Asks the providers again, unless a later call has got the answer. Call `record` next, in a transaction.
   * @throws ApiError NOT_FOUND; CONFLICT when it cannot be replayed (any longer) or is being replayed;
   * APPROVAL_REQUIRED
   */
  async replay(id: string, actor: Actor): Promise<Replayed> {
    const { own, row } = await find(this.#db.read, id);
    const problem = whyNot(row);
    if (problem !== undefined) throw new ApiError('CONFLICT', problem);
    await assertApprovable(own, guarded(row), actor);
    const holder = newId('replay');
    const held = await store.holdDeadLetter(own, id, holder, this.longestMs);
    if (!held) throw new ApiError('CONFLICT', 'the dead letter is being replayed');
    return this.#ask(held, holder);
  }

  /**
   * Replays the most overdue dead letter completely. Returns undefined when none is due, or when only operators replay.
   */
  async replayDue(): Promise<DeadLetter | undefined> {
    if (this.mode === 'manual') return undefined;
    const holder = newId('replay');
    const held = await store.holdDueDeadLetter(this.#db.read, holder, this.longestMs);
    return held && traceJob('replay', null, async () => this.settle(await this.#ask(held, holder)));
  }

  /**
   * Writes the call with its events, and the new state of the dead letter.
   * @throws ApiError CONFLICT if the replay took so long that another one has begun
   */
  async record(tx: Tx, { held, outcome }: Replayed, actor?: Actor): Promise<DeadLetter> {
    const { own, row } = await find(tx, held.id);
    if (actor) await assertSecondPerson(own, guarded(row), actor);
    if (!(await store.settleReplay(own, held, endOf(outcome))))
      throw new ApiError('CONFLICT', 'the dead letter is being replayed');
    if (outcome instanceof Withdrawn)
      await outbox(own, held.orgId, givenUp(row, 'consent_withdrawn'));
    else if (!(outcome instanceof Superseded)) await storeVerified(own, [outcome]);
    return toDeadLetter((await find(own, held.id)).row, this.mode);
  }

  /** Records in a separate transaction, for callers that have none. Adds the actor's row if there is one. */
  async settle(replayed: Replayed, actor?: Actor): Promise<DeadLetter> {
    return retryingTransaction(this.#db, PAID_RETRY_MS, async (tx) => {
      const letter = await this.record(tx, replayed, actor);
      if (actor) await writeAction(tx, replayedBy(actor, letter));
      return letter;
    });
  }

  /** Replays one dead letter completely. @throws ApiError as `replay` */
  async replayNow(id: string, actor: Actor): Promise<DeadLetter> {
    return this.settle(await this.replay(id, actor), actor);
  }

  /**
   * Replays all replayable dead letters, oldest first. Skips and lists dead letters that fail or that another process
   * holds.
   */
  async replayAll(actor: Actor) {
    const counts = { replayed: 0, superseded: 0, stillWaiting: 0, skipped: [] as string[] };
    for (const own of everyBucketOf(this.#db.read)) await this.#replayAllIn(own, counts, actor);
    return counts;
  }

  async #replayAllIn(
    own: Queryable,
    counts: { replayed: number; superseded: number; stillWaiting: number; skipped: string[] },
    actor: Actor,
  ): Promise<void> {
    let ids = await store.selectReplayable(own, '', BATCH);
    while (ids.length > 0) {
      for (const id of ids) {
        const letter = await this.replayNow(id, actor).catch((error: unknown) => {
          if (isUnavailable(error)) throw error;
          return undefined;
        });
        if (!letter) counts.skipped.push(id);
        else if (letter.status === 'waiting') counts.stillWaiting += 1;
        else if (letter.status === 'discarded') counts.skipped.push(id);
        else counts[letter.status] += 1;
      }
      ids = await store.selectReplayable(own, ids.at(-1)!, BATCH);
    }
  }

  /** Discards dead letters that have waited too long, and emits the events for their organizations. */
  async discardOld(signal?: AbortSignal): Promise<void> {
    await drain(BATCH, signal, () =>
      this.#db.transaction(async (tx) => {
        const letters = await store.discardOld(tx, this.mode, BATCH);
        await outboxAll(
          tx,
          letters.map((letter) => ({ orgId: letter.org_id, event: givenUp(letter, 'expired') })),
        );
        return letters.length;
      }),
    );
  }

  /** Also delays dead letters that would ask the same unavailable providers. */
  async deferSameRoute({ kind, country, replays }: DeadLetter): Promise<void> {
    await store.deferSameRoute(this.#db.read, { kind, country }, waitMsAfter(replays));
  }

  async #ask(row: store.DeadLetterRow, holder: string): Promise<Replayed> {
    const waitMs = waitMsAfter(row.replays + 1);
    const held = { orgId: row.org_id, id: row.id, holder, waitMs };
    const { read } = await databaseOf(this.#db, row.org_id);
    const stillUnanswered = async (): Promise<void> => {
      const by = await store.selectAnswerSince(read, row);
      if (by !== undefined) throw new Superseded(by);
    };
    try {
      // This is checked first, because an answered dead letter is settled even if no provider can be called.
      await stillUnanswered();
      // In a process without the providers' file, the sandbox would decide about people.
      if (this.#verifier.usesSandbox(row.org_id, row.country, row.kind as Kind) !== row.sandbox)
        throw new ApiError(
          'CONFLICT',
          row.sandbox
            ? 'the request was for the sandbox, which is no longer configured'
            : 'the request was for real providers, but this process has the sandbox: check ORIKI_PROVIDERS_FILE',
        );
      const call = { orgId: row.org_id, id: row.verification_id, kind: row.kind as Kind };
      const request = await openRequest(this.#envelopes, call, row.envelope!);
      const consent =
        request.consent === undefined
          ? undefined
          : consentByHash(read, row.org_id, request.consent);
      const problem = this.#verifier.consentProblem(row.org_id, request.kind, request.country, {
        isVirtual: 'isVirtual' in request,
        hasConsent: consent !== undefined,
      });
      if (problem !== undefined) throw new ApiError('CONFLICT', `the consent ${problem}`);
      const beforeAsking = async (): Promise<void> => {
        await stillUnanswered();
        if (consent && !(await consent.isGiven())) throw new Withdrawn();
      };
      const replay = { consent, replayOf: call.id, beforeAsking };
      return { held, outcome: await this.#verifier.ask(row.org_id, request, replay) };
    } catch (error) {
      if (error instanceof Superseded || error instanceof Withdrawn)
        return { held, outcome: error };
      await store.releaseDeadLetter(read, held).catch(() => {});
      if (error instanceof EnvelopeError)
        throw new ApiError('CONFLICT', 'the request cannot be decrypted');
      throw error;
    }
  }
}
