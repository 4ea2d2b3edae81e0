import type { Database } from '../../../platform/db/database.ts';
import { ApiError, type ErrorDetail } from '../../../platform/errors/index.ts';
import { yielder } from '../../../platform/concurrency/yield-to-event-loop.ts';
import {
  capabilityInvalid,
  isOwnCapability,
  MALFORMED,
  parseCapability,
  UNKNOWN,
} from '../capability.ts';
import { AssumedModel } from './assumed.ts';
import {
  evaluate,
  isAllowed,
  MAX_REACHED,
  TooManyReached,
  type EvaluationRequest,
} from './evaluate.ts';
import { explain } from './explain.ts';
import type { Readable } from './model.ts';
import { Models } from './models.ts';
import type { BatchAnswer, BatchRequest, CheckAnswer, CheckRequest, Decision } from './schemas.ts';

/** The format problem of a capability in a check; undefined when there is none. */
function formProblem(capability: string): string | undefined {
  const parsed = parseCapability(capability);
  if (!parsed) return MALFORMED;
  return parsed.action === '*' ? 'must name one action' : undefined;
}

/** Answers checks from the permissions that are committed at the time of the check. */
export class Permissions {
  readonly #models: Models;

  /** @param memoryBytes limit of the copies in memory, over all organizations */
  constructor(db: Database, memoryBytes: number) {
    this.#models = new Models(db, memoryBytes);
  }

  /** @throws ApiError CAPABILITY_INVALID; CONFLICT when the subject has too many groups, or the resource parents */
  async check(
    orgId: string,
    { explain: why = false, assume, ...question }: CheckRequest,
  ): Promise<CheckAnswer> {
    const problem = formProblem(question.capability);
    if (problem) throw capabilityInvalid([{ path: 'capability', message: problem }]);
    const model = await this.#models.open(orgId);
    const read = assume ? new AssumedModel(model, assume) : model;
    const decision = decide(read, question, why);
    if (!decision) throw capabilityInvalid([{ path: 'capability', message: UNKNOWN }]);
    return { ...decision, revision: model.revision };
  }

  /**
   * Answers all checks of a batch at one revision, in order.
   * @throws ApiError CAPABILITY_INVALID naming the checks; CONFLICT when a subject has too many groups, or a resource
   * has too many parents
   */
  async checkAll(
    orgId: string,
    { checks, explain: why = false }: BatchRequest,
  ): Promise<BatchAnswer> {
    const problems: ErrorDetail[] = checks.flatMap(({ capability }, n) => {
      const message = formProblem(capability);
      return message === undefined ? [] : [{ path: `checks[${n}].capability`, message }];
    });
    if (problems.length > 0) throw capabilityInvalid(problems);
    const model = await this.#models.open(orgId);
    const yieldIfDue = yielder();
    const results: Decision[] = [];
    model.held += 1;
    try {
      for (const [n, question] of checks.entries()) {
        const decision = decide(model, question, why);
        if (decision) results.push(decision);
        else problems.push({ path: `checks[${n}].capability`, message: UNKNOWN });
        await yieldIfDue();
      }
      if (problems.length > 0) throw capabilityInvalid(problems);
      return { revision: model.revision, results };
    } finally {
      model.held -= 1;
    }
  }
}

/**
 * @returns undefined for an unknown capability of the organization's own, which is a mistake; an imported one may
 * disappear at any time
 */
function decide(model: Readable, question: EvaluationRequest, why: boolean): Decision | undefined {
  try {
    const { reason, ...rest } = why
      ? explain(model, question)
      : { reason: evaluate(model, question) };
    if (reason === 'unknown_capability' && isOwnCapability(question.capability)) return undefined;
    return { allowed: isAllowed(reason), reason, ...rest };
  } catch (error) {
    if (error instanceof TooManyReached)
      throw new ApiError(
        'CONFLICT',
        `the subject has more than ${MAX_REACHED} groups, or the resource as many parents`,
      );
    throw error;
  }
}
