export { matchDateOfBirth, withDateOfBirth, type DateOfBirthMatch } from './date-of-birth.ts';
export { matchNames, type ClaimedName, type NameField, type NameMatch } from './match.ts';
export type { MatchKind } from './similarity.ts';
