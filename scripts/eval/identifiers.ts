import { buildSegment } from '../../src/matching/engine/index.ts';
import { sharedIdentifiers } from '../../src/matching/identifiers/compare.ts';
import type { Identifier } from '../../src/matching/identifiers/kinds.ts';
import { listedIdentifiers } from '../../src/matching/identifiers/listed.ts';
import { normalise } from '../../src/matching/identifiers/normalise.ts';
import { numbersOf } from '../../src/matching/identifiers/keys.ts';
import type { ImportedEntry } from '../../src/modules/lists/import/types.ts';

export type IdentifierRecall = {
  /** The count of numbers on the list, and of those that are compared. */
  readonly listed: number;
  readonly compared: number;
  /**
   * The count of queries with a number of the list, written in one of several ways, and of queries that found its
   * entry.
   */
  readonly questions: number;
  readonly found: number;
  /** The count of found entries that lack the number, for those queries and for unassigned numbers. */
  readonly wrong: number;
  readonly missed: string[];
};

/** Ways in which people write the same number. */
const NOISE: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => ` ${text.toLowerCase()}\t`,
  (text) => text.replaceAll(/[^\p{L}\p{N}]/gu, ''),
  (text) => (text.replaceAll(/[^\p{L}\p{N}]/gu, '').match(/.{1,3}/gu) ?? []).join('-'),
  (text) => [...text].join(' '),
  (text) => `№ ${text.replaceAll(/\s/g, '.')}`,
  // Full-width forms.
  (text) => text.replaceAll(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)),
];
/** The letters of an address keep their case, and nothing is written between them. */
const WALLET_NOISE: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => ` ${text}\n`,
  (text) => text.replace(/.{12}/, '$& '),
];

function bare(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();
}

/** Returns the number with its last digit raised by one, which is another number or an unassigned one. */
function nextTo(text: string): string {
  return text.replace(/(\d)(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
}

/**
 * Searches every number of a list as published and with noise, and one digit higher. A found entry is correct if its
 * own text, without separators, contains the number.
 */
export function identifierRecall(entries: readonly ImportedEntry[]): IdentifierRecall {
  const { identifiers } = buildSegment(
    entries.map(({ name, identifiers: published }, i) => ({
      id: String(i),
      name,
      aliases: [],
      dobs: [],
      countries: [],
      entityType: 'unknown',
      identifiers: published,
    })),
  );
  const texts = entries.map((entry) =>
    Object.values(entry.identifiers)
      .map((text) => ` ${bare(text)} `)
      .join(),
  );
  const find = (asked: Identifier): number[] =>
    identifiers
      .entriesWith(asked.value)
      .filter((entry) => sharedIdentifiers([asked], identifiers.of(entry)).length > 0);
  const result = {
    listed: 0,
    compared: 0,
    questions: 0,
    found: 0,
    wrong: 0,
    missed: [] as string[],
  };
  for (const [i, entry] of entries.entries())
    for (const { kind: name, value: text } of numbersOf(entry.identifiers)) {
      result.listed++;
      const [number] = listedIdentifiers({ [name]: text });
      if (!number) continue;
      result.compared++;
      const { kind } = number;
      for (const write of kind === 'wallet' ? WALLET_NOISE : NOISE) {
        result.questions++;
        const value = normalise(kind, write(text));
        const hits = value === undefined ? [] : find({ kind, value, country: null });
        if (hits.includes(i)) result.found++;
        else result.missed.push(`${name} ${write(text)}`);
        // A BIC names the institution, independent of the branch.
        const short = kind === 'bic' ? bare(text).slice(0, 8) : bare(text);
        result.wrong += hits.filter((hit) => !texts[hit]!.includes(short)).length;
      }
      const other = nextTo(text);
      const value = normalise(kind, other);
      if (value !== undefined && other !== text)
        result.wrong += find({ kind, value, country: null }).filter(
          (hit) => !texts[hit]!.includes(bare(other)),
        ).length;
    }
  return result;
}
