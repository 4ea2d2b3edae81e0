/** The searches of a screening. */
import { isOwn, WorkLimitReached } from '../../../matching/index.ts';
import { yielder } from '../../../platform/concurrency/yield-to-event-loop.ts';
import { findBriefly, isHitFrom, type Question } from './find-hits.ts';
import type { OpenLists, Plan, ScreeningRequest } from './plan.ts';
import { toQuestion, type Subject } from './question.ts';
import type { PlacedHit } from './shown-hits.ts';
import { type FullScans, needsFullScan, tooMuchWork } from './threads/full-scans.ts';

/** Receives the hits of a subject. */
type Judge = (subject: Subject, question: Question, hits: readonly PlacedHit[]) => Promise<void>;

/**
 * Searches for the subjects in their order, and gives `judge` the hits of each. Skips a name that takes too much work if the
 * caps allow that.
 * @param listed listed numbers by their HMACs, for subjects with traces
 * @param scans search through many names
 * @param hasOthers returns true if other requests run in this process
 * @throws as `Screening.screen`
 */
export async function search(
  request: ScreeningRequest,
  plan: Plan,
  { named }: OpenLists,
  listed: ReadonlyMap<string, string> | undefined,
  scans: FullScans,
  hasOthers: (() => boolean) | undefined,
  judge: Judge,
): Promise<void> {
  const { orgId, subjects, caps, abandoned, givesWay } = request;
  const { least, leastOnOwn } = plan;
  const judgeIfFound = async (
    index: number,
    searched: (question: Question) => Promise<readonly PlacedHit[]>,
  ): Promise<void> => {
    const subject = subjects[index]!;
    const question = toQuestion(subject, plan.profile, listed);
    try {
      await judge(subject, question, await searched(question));
    } catch (error) {
      if (!(error instanceof WorkLimitReached)) throw error;
      if (!caps.passOver) throw tooMuchWork(caps.nameAt?.(index) ?? 'name');
      caps.passOver(index);
    }
  };
  // Below the scores that the index finds quickly, a search of the index also compares every name.
  if (!givesWay && needsFullScan(named, least)) {
    await scans.through(orgId, abandoned, async (scan) => {
      for (const index of subjects.keys())
        await judgeIfFound(index, (question) => scan(question, named, least));
    });
    return;
  }
  const leastOf = (kind: string): number => (isOwn(kind) ? leastOnOwn : least);
  const longSearch = async (question: Question): Promise<PlacedHit[]> => {
    const hits = await scans.search(orgId, abandoned, question, named, leastOnOwn);
    return hits.filter((hit) => isHitFrom(hit, leastOf(hit.listKind)));
  };
  const yieldIfDue = yielder(hasOthers);
  for (const index of subjects.keys()) {
    abandoned?.throwIfAborted();
    await judgeIfFound(
      index,
      async (question) =>
        (givesWay ? undefined : findBriefly(question, named, leastOf)) ?? longSearch(question),
    );
    await yieldIfDue();
  }
}
