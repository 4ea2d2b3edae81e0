import { textsOf, wordsOf } from '../text.ts';

/** Texts about hits of one person or thing. */
const SAME = {
  'same.title': '{name}: one entity on {count} lists',
  'same.lists': 'Lists',
  'same.programs': 'Programmes',
  'same.topics': 'Topics',
  'same.by': 'Grouped by',
  'same.others': 'Same entity on other lists',
  'same.publisher_id': 'the publisher’s id',
  'same.identifier': 'a shared number',
  'same.name': 'an equal name and matching facts',
} as const;

export const t = textsOf(SAME);

/** Returns the evidence in words; evidence of a newer API version stays unchanged. */
export function reasonText(reason: string): string {
  const key = `same.${reason}`;
  return key in SAME ? t(key as keyof typeof SAME) : wordsOf(reason);
}
