/** The measures that a list takes against a party, as decisions record them. */
import type { Topic } from '../../../matching/index.ts';

/** The topic of an ended sanction: it never makes a listing stricter. */
const ENDED: Topic = 'sanction.ended';
/** Earlier words for topics: if a decision recorded one, topics cannot be compared. */
const SHORT_TOPICS = ['topic:pep', 'topic:regulatory'];

type Labelled = {
  readonly programs?: readonly string[] | undefined;
  readonly topics?: readonly Topic[] | undefined;
};

/** Returns programmes and topics as one set, as a decision stores it. */
export function measuresOf(labels: Labelled | null | undefined): string[] {
  const { programs = [], topics = [] } = labels ?? {};
  return [
    ...programs.map((program) => `program:${program}`),
    ...topics.filter((topic) => topic !== ENDED).map((topic) => `topic:${topic}`),
  ];
}

/** Returns true if there is a programme or topic that the decision does not cover. */
export function isStricter(now: readonly string[], decided: readonly string[] | null): boolean {
  if (decided === null) return false;
  const hadShort = SHORT_TOPICS.some((word) => decided.includes(word));
  return now.some(
    (measure) => !decided.includes(measure) && !(hadShort && measure.startsWith('topic:')),
  );
}
