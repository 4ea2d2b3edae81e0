export { matchDateOfBirth, withDateOfBirth } from './date-of-birth.ts';
export { matchNames, type ClaimedName } from './match.ts';
