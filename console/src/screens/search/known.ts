import type { Operations } from '../../../../clients/typescript/src/index.ts';

type Question = Operations['screenName']['input']['body'];
export type Identifier = NonNullable<Question['identifiers']>[number];

/** The entered values of a query except the name. */
export type Known = {
  dob: string;
  country: string;
  aliases: string;
  identifiers: { kind: Identifier['kind']; value: string; country: string }[];
  type: NonNullable<Question['type']> | '';
  gender: NonNullable<Question['gender']> | '';
  birthPlace: string;
  nationality: string;
  addresses: string;
};

export const NOTHING: Known = {
  dob: '',
  country: '',
  aliases: '',
  identifiers: [],
  type: '',
  gender: '',
  birthPlace: '',
  nationality: '',
  addresses: '',
};

function parts(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Returns the fields of a query without empty ones. A year, or a year with a month, is a fact instead of a date. */
export function questionOf(known: Known): Omit<Partial<Question>, 'kinds'> {
  const { dob, country, type, gender } = known;
  const isWhole = /^\d{4}-\d{2}-\d{2}$/.test(dob.trim());
  const aliases = parts(known.aliases, /\n/);
  const nationality = parts(known.nationality.toUpperCase(), /[,;\s]/);
  const addresses = parts(known.addresses, /\n/);
  const birthPlace = known.birthPlace.trim();
  const identifiers = known.identifiers
    .filter(({ value }) => value.trim() !== '')
    .map(({ kind, value, country: issuer }) => ({
      kind,
      value: value.trim(),
      ...(issuer.trim() !== '' && { country: issuer.trim().toUpperCase() }),
    }));
  return {
    ...(dob.trim() !== '' && { [isWhole ? 'dob' : 'birthDate']: dob.trim() }),
    ...(country.trim() !== '' && { country: country.trim().toUpperCase() }),
    ...(aliases.length > 0 && { aliases }),
    ...(identifiers.length > 0 && { identifiers }),
    ...(type !== '' && { type }),
    ...(gender !== '' && { gender }),
    ...(birthPlace !== '' && { birthPlace }),
    ...(nationality.length > 0 && { nationality }),
    ...(addresses.length > 0 && { addresses }),
  };
}
