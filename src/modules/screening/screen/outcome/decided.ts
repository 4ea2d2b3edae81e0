import type { IdentifierTrace } from '../../../../matching/index.ts';
import type { Queryable } from '../../../../platform/db/database.ts';
import type { Subject } from '../question.ts';
import type { Hit } from '../schemas.ts';

/** A subject and its hits. */
export type Found<H extends Hit> = {
  subject: Omit<Subject, 'identifiers'> & { identifiers: IdentifierTrace[] };
  hits: readonly H[];
};

/**
 * Marks the hits that people have decided to be false positives. Composition injects it, because decisions belong to
 * a module that itself screens subjects.
 * @param sharers organizations that share their decisions
 * @returns the hits of each subject; `isWhole` is false if some decisions could not be read
 */
export type Decided = <H extends Hit>(
  db: Queryable,
  orgId: string,
  found: readonly Found<H>[],
  sharers?: string[],
) => Promise<{ hits: H[][]; isWhole: boolean }>;
