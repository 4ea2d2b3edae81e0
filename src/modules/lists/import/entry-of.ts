/** Creates an entry from a list's data about one party. */
import { factsField, Identifiers } from '../../../matching/index.ts';
import { datesOf } from './dates.ts';
import { primaryName, quote, usableAliases } from './names.ts';
import type { EntityType, ImportedAlias, ImportedEntry } from './types.ts';

/** A number with its kind, and the code of the country that issued it if the list states it. */
export type ListedNumber = { kind: string; value: string; country?: string | undefined };

/** The fields of a party, in the words of its list. Texts may repeat. */
export type ListedParty = {
  id: string;
  entityType: EntityType;
  /** Undefined or empty if the list gives none. */
  name: string | undefined;
  /** May contain the name. */
  aliases: readonly ImportedAlias[];
  dobs: readonly string[];
  countries: readonly string[];
  /** Addresses whose last part is the country of a thing, if the list states no other. */
  seats?: readonly string[];
  numbers: readonly ListedNumber[];
  programs: readonly string[];
  genders: readonly string[];
  birthPlaces: readonly string[];
  addresses: readonly string[];
  raw: Record<string, unknown>;
};

/** The way a list writes dates and countries, and its terms in reports. */
export type Wording = {
  nameTerm: string;
  dobTerm: string;
  readDate: (text: string) => string | undefined;
  readCountry: (text: string) => string | undefined;
  /** The fault of an unreadable date, if it needs special words. */
  noDate?: string;
  /** The fault of an unknown country; without it, unknown countries are not reported. */
  noCountry?: string;
};

/** Returns the entry of a party, or the reason why it has none. Unreadable fields go to `report`. */
export function entryOf(
  party: ListedParty,
  wording: Wording,
  report: (reason: string) => void,
): ImportedEntry | string {
  const { id: externalId, entityType, numbers, seats = [] } = party;
  const primary = primaryName(wording.nameTerm, party.name, party.aliases, report);
  if ('problem' in primary) return primary.problem;
  const dobs = datesOf(party.dobs, wording.dobTerm, wording.readDate, report, wording.noDate);
  const isSeated = party.countries.length === 0 && entityType !== 'person';
  const places = isSeated ? seats.map((text) => text.split(',').at(-1) ?? '') : party.countries;
  const countries = places.flatMap((text) => {
    const code = wording.readCountry(text);
    if (code !== undefined) return [code];
    if (wording.noCountry !== undefined) report(`country: ${quote(text)} ${wording.noCountry}`);
    return [];
  });
  const identifiers = new Identifiers();
  for (const { kind, value, country } of numbers) identifiers.add(kind, value, country);
  return {
    externalId,
    entityType,
    name: primary.name,
    aliases: usableAliases(primary.name, party.aliases, report),
    dobs,
    countries: [...new Set(countries)],
    identifiers: identifiers.record,
    programs: [...new Set(party.programs)],
    ...factsField(party),
    raw: party.raw,
  };
}
