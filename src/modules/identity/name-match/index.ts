export { matchDateOfBirth, withDateOfBirth } from './date-of-birth.ts';
export { matchNames, type ClaimedName } from './match.ts';
export type { Verdicts } from './verdicts.ts';
