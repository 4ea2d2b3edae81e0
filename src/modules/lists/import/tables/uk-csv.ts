/**
 * The United Kingdom's lists in their CSV forms, distinguished by their headers:
 *
 * - the UK Sanctions List of the Foreign, Commonwealth & Development Office
 *   (https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv)
 * - the consolidated list of the Office of Financial Sanctions Implementation ("ConList.csv"), which
 *   was closed in January 2026; older files of it are still in use
 *
 * An entry has one row per combination of its names, addresses, dates of birth and so on, and is
 * identified by "Unique ID" or "Group ID". Of two columns for a field, the FCDO's is first.
 */
import { countryOfName } from '../country-names.ts';
import { parseUkDate } from '../dates.ts';
import type { Row } from './csv-table.ts';
import { tableFormat, valuesIn } from './table-list.ts';

/** "(1) Russia. (2) Ukraine" are two values. */
const SPLIT = /\(\d{1,2}\)|[;|]/;
const TRIM = /[.,]$/;
const ADDRESS_COUNTRY = ['address_country', 'country'];
const FLAG = 'current_believed_flag_of_ship';

/** "(1) Grozny (2) Gudermes" and "(1) Russia (2) Russia": returns the country with the same number, or the only one. */
function birthPlacesIn(row: Row): string[] {
  const towns = valuesIn(row['town_of_birth'], SPLIT, TRIM);
  const countries = valuesIn(row['country_of_birth'], SPLIT, TRIM);
  if (towns.length === 0) return countries;
  return towns.map((town, i) => {
    const country = countries.length === 1 ? countries[0] : countries[i];
    return country === undefined ? town : `${town}, ${country}`;
  });
}

const ADDRESS_LINES = [1, 2, 3, 4, 5, 6].map((line) => [`address_line_${line}`, `address_${line}`]);

/** The UK Sanctions List, and OFSI's consolidated list before it. */
export const ukCsv = tableFormat({
  name: 'uk-csv',
  form: {
    delimiter: ',',
    headers: [
      ['unique_id', 'name_6'],
      ['group_id', 'name_6'],
    ],
    title: 'the list of the United Kingdom',
  },
  id: ['unique_id', 'group_id'],
  isGrouped: true,
  split: SPLIT,
  trim: TRIM,
  type: ['designation_type', 'group_type'],
  types: new Map([
    ['individual', 'person'],
    ['entity', 'organization'],
    ['ship', 'vessel'],
  ]),
  // Name 6 is the surname, or the name of an organization or ship.
  names: [
    { parts: ['name_1', 'name_2', 'name_3', 'name_4', 'name_5', 'name_6'], by: ' ' },
    'name_non_latin_script',
  ],
  // "Primary name", "Primary name variation", "Alias", "AKA", "FKA"; "Good quality", "Low quality".
  nameType: { at: ['name_type', 'alias_type'], primary: /^primary name$/i, former: /^fka$/i },
  weak: { at: ['alias_strength', 'alias_quality'], is: /low|weak/i },
  dobTerm: 'date of birth',
  dobs: ['d.o.b', 'dob'],
  readDate: parseUkDate,
  countries: [FLAG, ['nationality(/ies)', 'nationality']],
  countriesOfThings: [FLAG, ADDRESS_COUNTRY],
  readCountry: countryOfName,
  numbers: [
    ['passport', 'passport_number'],
    ['national_id', 'national_identifier_number'],
    ['national_id', 'national_identification_number'],
    ['national_id', 'ni_number'],
    ['registration', 'business_registration_number_(s)'],
    ['imo', 'imo_number'],
    ['hin', 'hull_identification_number_(hin)'],
  ],
  programs: [['regime_name', 'regime']],
  genders: 'gender',
  birthPlaces: birthPlacesIn,
  addresses: {
    parts: [...ADDRESS_LINES, ['address_postal_code', 'post/zip_code'], ADDRESS_COUNTRY],
    by: ', ',
  },
});
