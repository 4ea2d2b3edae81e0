/** Screenings that are finished and not stored yet. */
import type { EntityType, IdentifierTrace, ListKind } from '../../../matching/index.ts';
import type { CheckedList } from './checked/schemas.ts';
import type { Federated } from './federated.ts';
import type { Subject } from './question.ts';
import type { Hit, Outcome } from './schemas.ts';

export type Rules = {
  kinds?: ListKind[];
  threshold?: number;
  limit?: number;
  /** Types of entries that can be hits; undefined means all. */
  types?: EntityType[];
};
/** One finished screening; nothing is stored yet. */
export type Verdict = {
  id: string;
  subject: Subject;
  /** Everything that is stored of the subject's identifiers. */
  identifiers: IdentifierTrace[];
  outcome: Outcome;
  hits: Hit[];
};
export type Screened = {
  listVersion: string;
  /** The searched lists. */
  lists: CheckedList[];
  screenedAt: Date;
  kinds: ListKind[];
  threshold: number;
  limit: number;
  types?: EntityType[];
  /** The profile of weights; present if a subject had something to weigh. */
  profile?: { name: string; version: number };
  /** Present if federation groups applied. */
  federated?: Federated;
  verdicts: Verdict[];
};
