/**
 * Australia's consolidated list of the Department of Foreign Affairs and Trade
 * (https://www.dfat.gov.au/international-relations/security/sanctions/consolidated-list), its workbook saved as CSV.
 * An entry has one row per name: "101" is the primary name, "101a" and "101b" are aliases.
 */
import { countryOfName } from '../country-names.ts';
import { parseAnyDate } from '../dates.ts';
import { tableFormat, valuesIn } from './table-list.ts';

const TRIM = /[.,]$/;

/** Australia's consolidated list. */
export const dfatCsv = tableFormat({
  name: 'dfat-csv',
  form: {
    delimiter: ',',
    headers: [['reference', 'name_of_individual_or_entity']],
    title: "Australia's list",
  },
  id: ['reference'],
  idForm: /^\d+/,
  isGrouped: true,
  // "a) Kabul b) Kandahar", and values on separate lines; `_x000D_` is a line end escaped by the workbook.
  split: /(?:^|\s)[a-z]\)\s|;|\n|_x000D_/,
  trim: TRIM,
  type: 'type',
  types: new Map([
    ['individual', 'person'],
    ['entity', 'organization'],
    ['vessel', 'vessel'],
  ]),
  names: ['name_of_individual_or_entity'],
  // "Primary Name", "Alias", "Formerly known as" or "Original Script".
  nameType: { at: 'name_type', primary: /^primary/i, former: /former/i },
  weak: { at: 'alias_strength', is: /weak/i },
  dobTerm: 'the date of birth',
  // "1 Jan 1960 and 1961" are two dates.
  dobs: (row) => valuesIn(row['date_of_birth'], /(?:^|\s)[a-z]\)\s|[;,\n]|_x000D_|\sand\s/, TRIM),
  readDate: parseAnyDate,
  countries: [(row) => valuesIn(row['citizenship'], /(?:^|\s)[a-z]\)\s|[;,\n]|_x000D_/, TRIM)],
  readCountry: countryOfName,
  numbers: [['imo', 'imo_number']],
  programs: ['committees'],
  birthPlaces: 'place_of_birth',
  addresses: 'address',
});
