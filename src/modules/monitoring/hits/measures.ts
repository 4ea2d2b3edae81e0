/** The measures that a list takes against a party, as a decision is made on them. */
import type { Topic } from '../../../matching/index.ts';

/** The topic that makes no listing stricter. */
const ENDED: Topic = 'sanction.ended';
/** Words for topics before they had their full value: where one was decided on, topics cannot be compared. */
const SHORT_TOPICS = ['topic:pep', 'topic:regulatory'];

type Labelled = {
  readonly programs?: readonly string[] | undefined;
  readonly topics?: readonly Topic[] | undefined;
};

/** Programmes and topics in one set, as it is kept with a decision. */
export function measuresOf(labels: Labelled | null | undefined): string[] {
  const { programs = [], topics = [] } = labels ?? {};
  return [
    ...programs.map((program) => `program:${program}`),
    ...topics.filter((topic) => topic !== ENDED).map((topic) => `topic:${topic}`),
  ];
}

/** True if there is a programme or a topic that was not decided on. */
export function isStricter(now: readonly string[], decided: readonly string[] | null): boolean {
  if (decided === null) return false;
  const hadShort = SHORT_TOPICS.some((word) => decided.includes(word));
  return now.some(
    (measure) => !decided.includes(measure) && !(hadShort && measure.startsWith('topic:')),
  );
}
