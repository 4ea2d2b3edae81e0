/** Moves verification sessions from step to step. */
import type { Actor } from '../../platform/audit/action.ts';
import { newAction, writeActions } from '../../platform/audit/audit.ts';
import { clock } from '../../platform/clock.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Database, DatabaseScope, Tx } from '../../platform/db/database.ts';
import { databaseOf } from '../../platform/db/places.ts';
import { PAID_RETRY_MS, retryingTransaction } from '../../platform/db/retry.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { newId } from '../../platform/ids.ts';
import { outbox, type DefinedEvent } from '../webhooks/index.ts';
import * as events from './events.ts';
import { withInput, type Asked } from './input.ts';
import { failedFor, perform, type Performed, type StepServices } from './perform.ts';
import { mayStillRun } from './rights.ts';
import type { StepInput } from './schemas.ts';
import { knownFields, openData, prepareData, sealData, type SessionData } from './sealing.ts';
import { missingFields, placeAfter, type Outcome, type StepType } from './steps.ts';
import * as store from './store.ts';
import { findSession, statusOf, stepOf } from './view.ts';

export const STEP_ACTION = 'identity_session.step';
/** The worker, which runs steps that need no input, and steps whose process has died. */
const WORKER: Actor = {
  kind: 'service',
  id: 'verification-sessions',
  via: null,
  requestId: null,
  address: null,
};

/** The events of an attempt. */
function eventsOf(
  sessionId: string,
  step: StepType,
  { result, reason }: Pick<Outcome, 'result' | 'reason'>,
  status: string,
): DefinedEvent[] {
  const all: DefinedEvent[] = [];
  if (result === 'passed')
    all.push(events.sessionStepPassed({ event: 'IDENTITY_SESSION_STEP_PASSED', sessionId, step }));
  if (status === 'completed')
    all.push(events.sessionCompleted({ event: 'IDENTITY_SESSION_COMPLETED', sessionId }));
  if (status === 'failed')
    all.push(
      events.sessionFailed({
        event: 'IDENTITY_SESSION_FAILED',
        sessionId,
        step,
        reason: reason ?? 'failed',
      }),
    );
  return all;
}

/** Returns the data of a session after an attempt. After a failed attempt, the person must enter its fields again. */
function dataAfter({ kept, input }: SessionData, { result, question }: Performed): SessionData {
  if (question) {
    const { provider, state, url } = question;
    return { kept, input: { ...input, question: { provider, state, ...(url && { url }) } } };
  }
  if (result !== 'passed' || !input) return { kept };
  const { request: _request, question: _question, code: _code, ...given } = input;
  return { kept: { ...kept, ...given } };
}

/** A step that a process has begun to run. */
type Taken = { row: store.SessionRow; data: SessionData; holder: string };

/** Runs the steps of sessions. Each is run by one process at a time. */
export class Sessions {
  readonly #db: Database;
  readonly #envelopes: Envelopes;
  readonly #services: StepServices;

  constructor(db: Database, envelopes: Envelopes, services: StepServices) {
    this.#db = db;
    this.#envelopes = envelopes;
    this.#services = services;
  }

  /** The longest duration of a step, in milliseconds. */
  get longestMs(): number {
    return this.#services.identity.verifier.longestMs + PAID_RETRY_MS;
  }

  /**
   * Runs one attempt at the current step: claims it, asks, and records the answer with its events, each in a transaction.
   * An attempt that has ended is not repeated. Call it outside of transactions.
   * @throws ApiError NOT_FOUND; CONFLICT if the session has ended, another step or attempt is current, or a process runs
   * the step; BAD_REQUEST; an error for a step that could not run, which can be tried again
   */
  async advance(
    asked: Asked & { id: string; actor: Actor; returnTo: (row: store.SessionRow) => string },
    input: StepInput,
    mayRun: (step: StepType) => void | Promise<void>,
  ): Promise<void> {
    const { orgId, id, actor, returnTo } = asked;
    const own = await this.#own(orgId);
    const row = await findSession(own.read, orgId, id);
    const at = row.steps.findIndex(({ type }) => type === input.step);
    const ended = at === row.position ? row.attempt - 1 : (row.steps[at]?.attempts ?? 0);
    if (at <= row.position && input.attempt <= ended) return;
    if (statusOf(row) !== 'open') throw new ApiError('CONFLICT', `the session is ${statusOf(row)}`);
    if (at !== row.position || input.attempt !== row.attempt)
      throw new ApiError('CONFLICT', `the current step is ${stepOf(row)}, attempt ${row.attempt}`);
    if (row.phase === 'running') throw this.#isRunning();
    await mayRun(stepOf(row));
    const before = await openData(this.#envelopes, orgId, id, row.envelope!);
    const data = { ...(await withInput(asked, row, before, input)), returnTo: returnTo(row) };
    const { subject_id: subjectId } = row;
    const envelope = await sealData(this.#envelopes, { orgId, id, subjectId }, data);
    const holder = newId('step');
    const held = { orgId, id, holder };
    if (!(await store.holdStep(own.read, held, { ...row, envelope }, this.longestMs)))
      throw this.#isRunning();
    try {
      await this.#run(own, { row, data, holder }, actor, () =>
        perform(this.#services, own.read, row, data),
      );
    } catch (error) {
      const needsNothing = missingFields(stepOf(row), row.known, row.prompt).length === 0;
      await store.giveBack(own.read, held, row.envelope, needsNothing).catch(() => {});
      throw error;
    }
  }

  #isRunning(): ApiError {
    return new ApiError('CONFLICT', 'the step is running: read the session until it has ended');
  }

  async #own(orgId: string): Promise<DatabaseScope> {
    return (await databaseOf(this.#db, orgId)).organization(orgId);
  }

  async #run(
    own: DatabaseScope,
    taken: Taken,
    actor: Actor,
    work: () => Promise<Performed>,
  ): Promise<void> {
    const { org_id: orgId, id, subject_id: subjectId } = taken.row;
    const prepared = await prepareData(this.#envelopes, { orgId, id, subjectId });
    let performed: Performed;
    let next: SessionData;
    let envelope: string;
    try {
      performed = await work();
      next = dataAfter(taken.data, performed);
      envelope = prepared.seal(JSON.stringify(next));
    } finally {
      prepared.discard();
    }
    const record = (done: Performed) =>
      retryingTransaction(own, PAID_RETRY_MS, (tx) =>
        this.#record(tx, taken, done, { ...next, envelope }, actor),
      );
    try {
      await record(performed);
    } catch (error) {
      // The answer cannot be recorded in the organization's present state, and waiting does not change that.
      if (!(error instanceof ApiError) || ![403, 409].includes(error.status)) throw error;
      await record(failedFor(error.code.toLowerCase()));
    }
  }

  async #record(
    tx: Tx,
    { row, holder }: Taken,
    performed: Performed,
    { envelope, ...data }: SessionData & { envelope: string },
    actor: Actor,
  ): Promise<void> {
    const { org_id: orgId, id } = row;
    // Another process has taken over the step, or the session has ended. That outcome counts.
    if (!(await store.lockHeld(tx, { orgId, id, holder }))) return;
    const { write, question, ...ended } = performed;
    const outcome = { ...ended, facts: await write(tx, actor) };
    const prompt = question?.prompt ?? null;
    const { status, ...place } = placeAfter(row, outcome, clock.now());
    const known = knownFields(data);
    const step = stepOf(row);
    const { steps, position } = place;
    if (status !== 'open') await store.endSession(tx, { orgId, id }, status, place);
    else {
      const needsNothing = missingFields(steps[position]!.type, known, prompt).length === 0;
      await store.setPlace(tx, { orgId, id }, { ...place, known, prompt, envelope, needsNothing });
    }
    for (const event of eventsOf(id, step, outcome, status)) await outbox(tx, orgId, event);
    const { result, reason } = outcome;
    const action = newAction({
      orgId,
      actor,
      action: STEP_ACTION,
      object: id,
      after: { step, result, reason },
    });
    await writeActions(tx, [action]);
  }

  /**
   * Ends an expired session, or runs a step that needs no input or whose process has died.
   * @param db the bucket
   * @returns false if none is due
   */
  async runDue(db: Database): Promise<boolean> {
    const holder = newId('step');
    const row = await store.takeDue(db.read, holder, this.longestMs);
    if (!row) return false;
    const own = db.organization(row.org_id);
    if (row.is_expired) await own.transaction((tx) => this.#expire(tx, row, holder));
    else await this.#runAlone(own, row, holder);
    return true;
  }

  async #runAlone(own: DatabaseScope, row: store.SessionRow, holder: string): Promise<void> {
    const data = await openData(this.#envelopes, row.org_id, row.id, row.envelope!);
    const work = async (): Promise<Performed> => {
      const may = await mayStillRun(this.#db.read, row, stepOf(row));
      return may ? perform(this.#services, own.read, row, data) : failedFor('not_permitted');
    };
    await this.#run(own, { row, data, holder }, WORKER, work);
  }

  async #expire(tx: Tx, { org_id: orgId, id }: store.SessionRow, holder: string): Promise<void> {
    if (!(await store.lockHeld(tx, { orgId, id, holder }))) return;
    await store.endSession(tx, { orgId, id }, 'expired');
    const event = { event: 'IDENTITY_SESSION_EXPIRED', sessionId: id } as const;
    await outbox(tx, orgId, events.sessionExpired(event));
  }
}
