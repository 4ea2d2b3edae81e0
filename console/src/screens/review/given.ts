import type { Operations } from '../../../../clients/typescript/src/index.ts';
import type { Verdict } from './decision.ts';
import type { Given } from './drafts.ts';

/** The characters of the shortest sentence, as the service counts them. */
export const SENTENCE = 10;

type Settings = Operations['getReasons']['data'];

/** Returns true if a decision needs a sentence: a false positive from the organization's score on. */
export function needsSentence(verdict: Verdict, score: number, settings: Settings | undefined) {
  return verdict === 'false_positive' && settings !== undefined && score >= settings.textFrom;
}

/** Returns true if the reason is complete: a code that the dialog shows for each false positive, and a sentence where one is needed. */
export function isComplete(
  { reasonCode, reason }: Given,
  verdict: Verdict,
  score: number,
  settings: Settings | undefined,
): boolean {
  const isShown = settings?.codes.some((code) => code.reasonCode === reasonCode);
  if (verdict === 'false_positive' && !isShown) return false;
  return !needsSentence(verdict, score, settings) || reason.trim().length >= SENTENCE;
}
