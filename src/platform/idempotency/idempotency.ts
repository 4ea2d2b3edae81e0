import type { CompiledQuery } from 'kysely';
import { createHash, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';
import { clock } from '../clock.ts';
import { deriveKey, hmac, seal, unseal } from '../crypto/seal.ts';
import { type Database, type DatabaseScope, type LastStatement, type Tx } from '../db/database.ts';
import { isUnavailable, violatedConstraint } from '../db/failures.ts';
import { PAID_RETRY_MS, retryWhileUnavailable } from '../db/retry.ts';
import { ApiError, CallerRefused } from '../errors/index.ts';
import {
  ClaimLost,
  InFlight,
  withClaim,
  type IdempotentAnswer,
  type RecordedAnswer,
} from './claim.ts';
import { IdMarks, idsIn } from './about.ts';
import { assertConfirmed, confirmationOf, refuseUnconfirmed } from './confirmed.ts';
import { assertRecipient, type Recipient } from './recipient.ts';
import {
  claim,
  deleteExpiredRecord,
  endClaim,
  findRecord,
  insertRecord,
  isErased,
  type FoundRow,
} from './store.ts';

export type { IdempotentAnswer, RecordedAnswer } from './claim.ts';

export type IdempotentRequest = {
  /** `platform` for keys without an organization. */
  orgId: string;
  method: string;
  path: string;
  key: string;
  /** Query and body, used only for the mismatch header. */
  payload: unknown;
  /** The part of the database that the effect may see; by default all of it. */
  scope?: DatabaseScope;
  /** Set if only this caller may repeat the request. Otherwise every caller gets the recorded answer. */
  recipient?: Recipient | undefined;
  /** The ids in the path. Omitted if the answer stays when its subject is erased. */
  ids?: readonly string[];
};

/** The only transaction of a request; its answer is recorded in it. Statements may be deferred to its end. */
type Effect<P> = (tx: Tx, prepared: P, last: LastStatement) => Promise<RecordedAnswer>;

/** Thrown inside a transaction to roll back its effects, because the answer already exists. */
class AlreadyAnswered extends Error {
  readonly row: FoundRow;
  constructor(row: FoundRow) {
    super('already answered');
    this.row = row;
  }
}

/** The record stays, so that the request never executes again. */
class AnswerErased extends CallerRefused {
  constructor() {
    super('CONFLICT', 'the answer was erased with the subject that it is about; nothing was done');
  }
}

/**
 * Returns true for outcomes that a repetition must get again. 400, 401, 402, 429 and 5xx changed nothing and may be
 * retried.
 */
function isRecordable(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error instanceof CallerRefused) return false;
  return [403, 404, 409].includes(error.status);
}

/**
 * Runs an effect at most once per (organization, method, path, key) within 24 hours, and returns the first answer to
 * every repetition. The record commits in the transaction of the effect, so after a crash both exist or neither. The
 * stored data does not reveal the key, the answer or the ids that it concerns. The key is stored as SHA-256, the answer
 * is sealed under HKDF(server secret, key), and ids are keyed hashes.
 */
export class Idempotency {
  readonly #db: Database;
  readonly #secret: string;
  readonly #marks: IdMarks;
  /**
   * First requests in this process that are not answered yet, for example because they finish work after their commit.
   * Repeats wait for their answer.
   */
  readonly #unanswered = new Map<string, Promise<unknown>>();

  constructor(db: Database, secret: string) {
    this.#db = db;
    this.#secret = secret;
    this.#marks = new IdMarks(secret);
  }

  #open(request: IdempotentRequest) {
    const { orgId, method, path, key, recipient } = request;
    const requestHash = createHash('sha256').update(`${method}\n${path}\n${key}`).digest();
    const sealingKey = deriveKey(this.#secret, orgId, `oriki idempotency v1\n${key}`);
    const context = `${orgId}\n${method}\n${path}`;
    const payloadMac = hmac(sealingKey, 'payload', canonicalJson(request.payload ?? null));
    return {
      orgId,
      requestHash,
      db: request.scope ?? this.#db,
      seal: (answer: RecordedAnswer) => ({
        about: request.ids
          ? this.#marks.of(orgId, idsIn(request.ids, request.payload, answer.body))
          : [],
        status: answer.status,
        sealed_response: seal(sealingKey, context, answer.body),
        payload_mac: payloadMac,
        actor_id: recipient?.id ?? null,
        actor_scopes: recipient ? [...recipient.scopes] : null,
      }),
      replay: async (row: FoundRow): Promise<IdempotentAnswer> => {
        if (row.standbys !== '') await assertConfirmed(request.scope ?? this.#db);
        if (recipient) await assertRecipient(row, recipient);
        if (isErased(row)) throw new AnswerErased();
        let body: string;
        try {
          body = unseal(sealingKey, context, row.sealed_response);
        } catch (cause) {
          // Another server secret sealed the answer. A second execution would be worse than a refusal.
          throw new ApiError('IDEMPOTENCY_UNAVAILABLE', 'the recorded answer cannot be read', {
            retryAfterSeconds: 60,
            cause,
          });
        }
        return {
          status: row.status,
          body,
          replayed: true,
          mismatch: !timingSafeEqual(row.payload_mac, payloadMac),
        };
      },
    };
  }

  /**
   * Runs a request.
   * @param prepare work that must not hold a transaction (long reads, computation, outbound calls); skipped when the
   * answer is already recorded
   * @param effect the only transaction; its result is recorded and returned
   * @param prepareTimeoutMs the longest duration of `prepare`, if it may not run twice. The key is then claimed before
   * `prepare` starts. No other request runs it until it has ended or, after a crash, until that time is over
   * @throws ApiError IDEMPOTENCY_UNAVAILABLE while the first request with the key is running, or no standby has its
   * record
   */
  async run<P>(
    request: IdempotentRequest,
    prepare: (() => Promise<P>) | undefined,
    effect: Effect<P>,
    prepareTimeoutMs?: number,
  ): Promise<IdempotentAnswer> {
    const confirmation = confirmationOf(request.scope ?? this.#db);
    if (confirmation?.isLost) {
      const { db, orgId, requestHash } = this.#open(request);
      refuseUnconfirmed(confirmation, await findRecord(db.read, orgId, requestHash));
    }
    if (prepare && prepareTimeoutMs !== undefined)
      return this.#runClaimed(request, prepare, effect, prepareTimeoutMs);
    return this.#run(request, prepare, effect, async () => {});
  }

  /**
   * Keeps trying to record the result of `prepare`. While the database is unavailable, or a request that lost the claim
   * interferes, the transaction is retried until the claim expires.
   */
  async #runClaimed<P>(
    request: IdempotentRequest,
    prepare: () => Promise<P>,
    effect: Effect<P>,
    prepareTimeoutMs: number,
  ): Promise<IdempotentAnswer> {
    const { orgId, requestHash, replay, db } = this.#open(request);
    const answered = async (): Promise<IdempotentAnswer | undefined> => {
      const row = await findRecord(db.read, orgId, requestHash);
      return row && replay(row);
    };
    const known = await answered();
    if (known) return known;
    const forMs = prepareTimeoutMs + PAID_RETRY_MS;
    const endsMs = clock.monotonicMs() + forMs;
    return withClaim({ db, orgId, requestHash, forMs }, async (holder) => {
      // The previous holder of the claim may have answered since the check above.
      const late = await answered();
      if (late) return late;
      const work = await prepare().then(
        (prepared) => (tx: Tx, _: unknown, last: LastStatement) => effect(tx, prepared, last),
        (error: unknown) => {
          if (!isRecordable(error)) throw error;
          return () => Promise.reject(error);
        },
      );
      const endIts = async (tx: Tx): Promise<void> => {
        if (!(await endClaim(tx, orgId, requestHash, holder))) throw new ClaimLost();
      };
      return retryWhileUnavailable(
        endsMs - clock.monotonicMs(),
        () => this.#run(request, undefined, work, endIts),
        (error) =>
          isUnavailable(error) || (error instanceof InFlight && !(error instanceof ClaimLost)),
      );
    });
  }

  async #run<P>(
    request: IdempotentRequest,
    prepare: (() => Promise<P>) | undefined,
    effect: Effect<P>,
    /** The start of the transaction, once it is certain that no answer exists. */
    first: (tx: Tx) => Promise<void>,
  ): Promise<IdempotentAnswer> {
    const opened = this.#open(request);
    const { orgId, requestHash, db } = opened;
    const claimOrLeave = async (tx: Tx): Promise<void> => {
      const { locked, expired, row } = await claim(tx, orgId, requestHash);
      if (row) throw new AlreadyAnswered(row);
      if (!locked) throw new InFlight();
      if (expired) await deleteExpiredRecord(tx, orgId, requestHash);
    };
    const begin = async (tx: Tx): Promise<void> => {
      await claimOrLeave(tx);
      await first(tx);
    };
    const record = (answer: RecordedAnswer): CompiledQuery =>
      insertRecord({ orgId, requestHash, ...opened.seal(answer) });

    const id = `${orgId} ${requestHash.toString('base64')}`;
    let release = (): void => {};
    try {
      let prepared = undefined as P;
      if (prepare) {
        const row = await findRecord(db.read, orgId, requestHash);
        if (row) {
          await this.#unanswered.get(id);
          return opened.replay(row);
        }
        prepared = await prepare();
      }
      const answer = await db.transaction(async (tx, lastStatement) => {
        await claimOrLeave(tx);
        const answered = Promise.withResolvers<void>();
        this.#unanswered.set(id, answered.promise);
        release = (): void => {
          if (this.#unanswered.get(id) === answered.promise) this.#unanswered.delete(id);
          answered.resolve();
        };
        await first(tx);
        const result = await effect(tx, prepared, lastStatement);
        lastStatement(record(result.recorded ?? result));
        return result;
      });
      return { ...answer, replayed: false, mismatch: false };
    } catch (error) {
      release();
      const replay = await this.#settle(error, opened, begin, record);
      if (replay.replayed) await this.#unanswered.get(id);
      return replay;
    } finally {
      release();
    }
  }

  /** Runs after the effect's transaction has rolled back: replays the answer, records the refusal, or rethrows. */
  async #settle(
    error: unknown,
    opened: {
      orgId: string;
      requestHash: Buffer;
      db: DatabaseScope;
      replay: (row: FoundRow) => Promise<IdempotentAnswer>;
    },
    begin: (tx: Tx) => Promise<void>,
    record: (answer: RecordedAnswer) => CompiledQuery,
  ): Promise<IdempotentAnswer> {
    if (error instanceof AlreadyAnswered) return opened.replay(error.row);
    if (violatedConstraint(error) === 'idempotency_records_pkey') {
      const row = await findRecord(opened.db.read, opened.orgId, opened.requestHash);
      if (row) return opened.replay(row);
      throw new InFlight();
    }
    if (!isRecordable(error)) throw error;
    const answer = { status: error.status, body: JSON.stringify(error.toBody()) };
    try {
      await opened.db.transaction(async (tx, lastStatement) => {
        await begin(tx);
        lastStatement(record(answer));
      });
    } catch (second) {
      return this.#settle(second, opened, begin, record);
    }
    return { ...answer, replayed: false, mismatch: false };
  }
}
