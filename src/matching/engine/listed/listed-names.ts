import { readingsIn, type NamedType } from '../../../names/index.ts';
import type { EntryInput, StoredName } from '../entries.ts';

/** The longest name in a payment message: ISO 20022, and four lines of SWIFT MT. The bank before has cut what is longer. */
const PAYMENT_CHARS = 140;

/**
 * The names by which an entry is found: its own, the primary one first, and behind them what its fields say beside that:
 * without titles, prefixes of ships and publishers' text, and each of several names. One that is not sure to be a name of
 * the entry is weak; somebody for whom it acts is none. A name that is longer than payment messages carry is there cut, too.
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
      if (reading.kind === 'behind' || reading.kind === 'typed') continue;
      const isSure = reading.mayBlock && !(reading.isShip && entityType !== 'vessel');
      names.push({ text: reading.text, quality: isSure ? quality : 'weak' });
    }
  }
  return names;
}
