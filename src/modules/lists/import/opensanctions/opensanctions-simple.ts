/**
 * OpenSanctions' `targets.simple.csv` (https://www.opensanctions.org/docs/bulk/csv): one row per target, with several
 * values of a cell separated by semicolons. It does not mark weak aliases. `raw` has the row without `last_seen`,
 * which would make every entry differ in each day's file.
 */
import { normalise } from '../../../../matching/index.ts';
import { countryOfCode } from '../country-names.ts';
import { parseIsoDate } from '../dates.ts';
import { tableFormat, valuesIn } from '../tables/table-list.ts';
import { ENTITY_TYPES } from './ftm-schemata.ts';

/**
 * Identifiers come without their kind. This finds kinds with a checksum or a distinctive form: numbers of ships, LEIs,
 * IBANs and Ethereum addresses. A valid LEI of digits only may also be a number of another kind.
 */
function kindOf(value: string): string {
  if (/^IMO\d{7}$/.test(value)) return 'imo';
  if (/[A-Z]/.test(value) && normalise('lei', value) === value) return 'lei';
  if (/^0x[0-9a-f]{40}$/i.test(value)) return 'crypto_address';
  return normalise('iban', value) === undefined ? 'identifier' : 'iban';
}

/** OpenSanctions' simplified table of targets. */
export const opensanctionsSimple = tableFormat({
  name: 'opensanctions-simple',
  form: {
    delimiter: ',',
    headers: [['id', 'schema', 'name']],
    title: 'targets.simple.csv',
  },
  id: ['id'],
  isGrouped: false,
  split: /;/,
  type: 'schema',
  types: ENTITY_TYPES,
  names: ['name'],
  aliases: 'aliases',
  dobTerm: 'birth_date',
  dobs: 'birth_date',
  readDate: parseIsoDate,
  countries: ['countries'],
  readCountry: countryOfCode,
  numbers: [
    (row) => valuesIn(row['identifiers'], /;/).map((value) => ({ kind: kindOf(value), value })),
  ],
  programs: ['program_ids'],
  addresses: 'addresses',
  raw: ([row]) => {
    const { last_seen: _, ...raw } = row ?? {};
    return raw;
  },
});
