import {
  type AskedFacts,
  type AskedIdentifier,
  factsOf,
  identifiersIn,
  normalised,
  type Profile,
  STANDARD,
} from '../../../matching/index.ts';
import type { Question } from './find-hits.ts';

/** The subject of a screening. `subjectId` names the subject whose decisions on hits count. */
export type Subject = AskedFacts & {
  name: string;
  aliases?: string[];
  dob?: string;
  country?: string;
  /** Each has a normal form. */
  identifiers?: AskedIdentifier[];
  subjectId?: string;
  /** Fields that were removed because they are impossible. */
  ignored?: { field: string; reason: string }[];
};

/** Returns true if the subject has anything that a profile has weights for. */
export function isWeighed(subject: Subject): boolean {
  return subject.identifiers !== undefined || factsOf(subject) !== undefined;
}

/** Returns the compared part of the subject, with identifiers in normal form, including those in the name. */
export function toQuestion(subject: Subject, profile: Profile = STANDARD): Question {
  const { name, aliases, dob, country } = subject;
  const written = identifiersIn(name);
  const identifiers =
    written.length > 0 ? [...(subject.identifiers ?? []), ...written] : subject.identifiers;
  const facts = factsOf(subject);
  return {
    name,
    ...(aliases === undefined ? {} : { aliases }),
    ...(dob === undefined ? {} : { dob }),
    ...(country === undefined ? {} : { country }),
    ...(identifiers === undefined ? {} : { identifiers: normalised(identifiers) }),
    ...(facts && { facts }),
    ...(profile !== STANDARD && { profile }),
  };
}
