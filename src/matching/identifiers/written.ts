/** Finds numbers inside the field of a name, such as SANCHI (IMO 9356608). */
import { normalise } from './normalise.ts';
import type { AskedIdentifier } from './schemas.ts';

const NUMBER =
  /\b(imo|passport)\b(?:[\s.:#]*(?:no|nr|number)\b)?[\s.:#]*((?=[a-z]{0,3}\d)[a-z\d-]{5,15})\b/giu;

/** Returns the valid numbers that a name contains; most names have none. */
export function identifiersIn(name: string): AskedIdentifier[] {
  return Array.from(name.matchAll(NUMBER), ([, kind = '', value = '']): AskedIdentifier => ({
    kind: kind.toLowerCase() === 'imo' ? 'imo' : 'passport',
    value,
  })).filter(({ kind, value }) => normalise(kind, value) !== undefined);
}
