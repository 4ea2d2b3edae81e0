import { normalised } from '../identifiers/asked.ts';
import type { AskedIdentifier } from '../identifiers/schemas.ts';
import type { Question } from './find-hits.ts';

/** The subject of a screening. `subjectId`: whose decisions on hits count. */
export type Subject = {
  name: string;
  aliases?: string[];
  dob?: string;
  country?: string;
  /** Each has a normal form. */
  identifiers?: AskedIdentifier[];
  subjectId?: string;
};

/** The part of the subject that is compared, with identifiers in normal form. */
export function toQuestion({ name, aliases, dob, country, identifiers }: Subject): Question {
  return {
    name,
    ...(aliases === undefined ? {} : { aliases }),
    ...(dob === undefined ? {} : { dob }),
    ...(country === undefined ? {} : { country }),
    ...(identifiers === undefined ? {} : { identifiers: normalised(identifiers) }),
  };
}
