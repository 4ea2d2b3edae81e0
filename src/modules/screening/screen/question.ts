import {
  type AskedFacts,
  type AskedIdentifier,
  factsOf,
  identifiersIn,
  type IdentifierTrace,
  normalised,
  type Profile,
  STANDARD,
  withNumbers,
} from '../../../matching/index.ts';
import type { Question } from './find-hits.ts';

/** The subject of a screening. `subjectId` names the subject whose decisions on hits count. */
export type Subject = AskedFacts & {
  name: string;
  aliases?: string[];
  dob?: string;
  country?: string;
  /** Identifiers of which each has a normal form. */
  identifiers?: AskedIdentifier[];
  /** Further numbers, of which only traces are stored. */
  traces?: readonly IdentifierTrace[];
  subjectId?: string;
  /** Fields that were removed because they are impossible. */
  ignored?: { field: string; reason: string }[];
};

/** Returns true if the subject has anything that a profile has weights for. */
export function isWeighed(subject: Subject): boolean {
  const { identifiers, traces } = subject;
  return identifiers !== undefined || traces !== undefined || factsOf(subject) !== undefined;
}

/**
 * Returns the compared part of the subject, with identifiers in normal form, including those in the name.
 * @param listed listed numbers by their HMACs, for a subject with traces
 */
export function toQuestion(
  subject: Subject,
  profile: Profile = STANDARD,
  listed: ReadonlyMap<string, string> = new Map(),
): Question {
  const { name, aliases, dob, country, traces } = subject;
  const written = identifiersIn(name);
  const asked =
    written.length > 0 ? [...(subject.identifiers ?? []), ...written] : subject.identifiers;
  const identifiers = (asked ?? traces) && [
    ...normalised(asked),
    ...withNumbers(traces ?? [], listed),
  ];
  const facts = factsOf(subject);
  return {
    name,
    ...(aliases === undefined ? {} : { aliases }),
    ...(dob === undefined ? {} : { dob }),
    ...(country === undefined ? {} : { country }),
    ...(identifiers && { identifiers }),
    ...(facts && { facts }),
    ...(profile !== STANDARD && { profile }),
  };
}
