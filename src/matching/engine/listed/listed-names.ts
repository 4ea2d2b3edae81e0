import { readingsIn, type NamedType } from '../../../names/index.ts';
import type { EntryInput, StoredName } from '../entries.ts';

/**
 * Length of the longest name in a payment message (ISO 20022, and four lines of SWIFT MT). The sending bank cuts longer
 * names.
 */
const PAYMENT_CHARS = 140;

/**
 * Returns the names by which an entry is found. The entry's own names come first, beginning with the primary one. Then
 * come names read from its fields: without titles, ship prefixes and publishers' text, and each of several names in one
 * field. A name is weak if it may belong to someone else. A person for whom the entry acts is omitted. A name longer
 * than payment messages allow is also added in its cut form.
 */
export function listedNames({ name, aliases, entityType }: EntryInput): StoredName[] {
  const names: StoredName[] = [
    { text: name, quality: 'strong' },
    ...aliases.map((alias) => ({
      text: alias.name,
      quality: alias.quality ?? ('strong' as const),
    })),
  ];
  const own = names.length;
  for (let at = 0; at < own; at++) {
    const { text, quality } = names[at]!;
    if (text.length > PAYMENT_CHARS)
      names.push({ text: text.slice(0, PAYMENT_CHARS), quality: 'weak' });
    for (const reading of readingsIn(text, entityType as NamedType)) {
      if (reading.kind === 'behind' || reading.kind === 'asked') continue;
      const isSure = reading.mayBlock && !(reading.isShip && entityType !== 'vessel');
      names.push({ text: reading.text, quality: isSure ? quality : 'weak' });
    }
  }
  return names;
}
