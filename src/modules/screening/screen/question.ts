import { normalised } from '../identifiers/asked.ts';
import type { AskedIdentifier } from '../identifiers/schemas.ts';
import { factsOf } from '../facts/asked.ts';
import type { AskedFacts } from '../facts/schemas.ts';
import type { Question } from './find-hits.ts';

/** The subject of a screening. `subjectId`: whose decisions on hits count. */
export type Subject = AskedFacts & {
  name: string;
  aliases?: string[];
  dob?: string;
  country?: string;
  /** Each has a normal form. */
  identifiers?: AskedIdentifier[];
  subjectId?: string;
};

/** The part of the subject that is compared, with identifiers in normal form. */
export function toQuestion(subject: Subject): Question {
  const { name, aliases, dob, country, identifiers } = subject;
  const facts = factsOf(subject);
  return {
    name,
    ...(aliases === undefined ? {} : { aliases }),
    ...(dob === undefined ? {} : { dob }),
    ...(country === undefined ? {} : { country }),
    ...(identifiers === undefined ? {} : { identifiers: normalised(identifiers) }),
    ...(facts && { facts }),
  };
}
