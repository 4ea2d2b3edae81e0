/** Fields of the consolidated screening list of the United States, in either file format. */
import { countryOf } from '../country-names.ts';
import { parseAnyDate } from '../dates.ts';
import type { ListedNumber, Wording } from '../entry-of.ts';
import { cleanText, surnameLast } from '../names.ts';
import { parseOfacIdentifier } from '../ofac/ofac-identifiers.ts';
import type { EntityType } from '../types.ts';

/** A number and its label, in their written order; `country` is a code. */
export type CslNumber = { parts: readonly [string, string]; country: string };

/** The lists of Commerce and State leave the type of persons, companies and places empty. */
export const CSL_TYPES: ReadonlyMap<string, EntityType> = new Map([
  ['individual', 'person'],
  ['entity', 'organization'],
  ['vessel', 'vessel'],
  ['aircraft', 'aircraft'],
]);

export const cslWording: Wording = {
  nameTerm: 'name',
  dobTerm: 'dates_of_birth',
  readDate: parseAnyDate,
  readCountry: countryOf,
};

/** Returns a name in its spoken order. */
export function cslName(name: string, type: EntityType): string {
  return type === 'person' ? surnameLast(name) : cleanText(name);
}

/** Ignores labels that OFAC does not use, because the column also has genders and addresses of web sites. */
export function cslNumbers(callSign: string, numbers: readonly CslNumber[]): ListedNumber[] {
  const read = numbers.flatMap(({ parts: [first, second], country }): ListedNumber[] => {
    const number =
      parseOfacIdentifier(`${first} ${second}`) ?? parseOfacIdentifier(`${second} ${first}`);
    if (!number) return [];
    const { key: kind, value } = number;
    return [{ kind, value, country: countryOf(country) ?? number.country }];
  });
  return callSign === '' ? read : [{ kind: 'call_sign', value: callSign }, ...read];
}

/** Returns the genders among the numbers. */
export function cslGenders(numbers: readonly CslNumber[]): string[] {
  const isLabel = (part: string): boolean => /^gender$/i.test(part);
  return numbers
    .filter(({ parts }) => parts.some(isLabel))
    .flatMap(({ parts }) => parts.filter((part) => !isLabel(part)));
}
