/**
 * Publishers' and organizations' names for the identifiers of their entries, by our kinds. A name with a country
 * belongs to numbers that only that country issues. `national_id` and `tax_id` contain numbers of which a country
 * issues one per person. Others (`residency`, `vat`) are `other`, which queries of any kind find. Names are in lower
 * case with underscores. Names of wallets begin with `crypto_` for every currency. Names that are missing here are not
 * compared. `chinese_commercial_code` writes a name in digits, so several people share it, and names like `case` belong
 * to the list keeper's ids. Sources: the labels in OFAC's remarks (`import/ofac/ofac-identifiers.ts`), columns of the
 * EU's and the UK's lists, FollowTheMoney's properties (`import/opensanctions/ftm-schemata.ts`).
 */
import type { IdentifierKind } from './kinds.ts';

const NAMES: Readonly<Record<IdentifierKind, readonly string[]>> = {
  passport: ['passport', 'passport_number', 'passport_no', 'travel_document'],
  national_id: [
    'national_id',
    'national_id_number',
    'nin',
    'identity_card',
    'id_card',
    'cedula',
    'dni',
    'curp MX',
    'ssn',
  ],
  tax_id: [
    'tax_id',
    'tax_number',
    'tin',
    'nit',
    'ruc',
    'rfc MX',
    'cuit AR',
    'rif VE',
    'rtn HN',
    'fein US',
    'fiscal_code IT',
    'inn',
  ],
  company_number: [
    'company_number',
    'registration',
    'registration_number',
    'business_registration',
    'commercial_registry',
    'chamber_of_commerce',
    'enterprise_number',
    'folio_mercantil',
    'legal_entity_number',
    'matricula_mercantil',
    'public_registration',
    'trade_license',
    'unified_social_credit_code CN',
    'ogrn RU',
    'okpo',
    'duns',
    'cik US',
    'uei US',
  ],
  lei: ['lei'],
  bic: ['bic', 'swift', 'swift_bic'],
  iban: ['iban'],
  imo: ['imo', 'imo_number', 'company_imo'],
  mmsi: ['mmsi'],
  call_sign: ['call_sign'],
  tail_number: ['tail_number', 'aircraft_tail_number'],
  wallet: ['wallet', 'wallet_address'],
  other: [
    'other',
    'identifier',
    'number',
    'birth_certificate',
    'cuip MX',
    'electoral_registry',
    'le_number',
    'military_id',
    'residency',
    'vat',
    'drivers_license',
    'government_gazette',
    'license',
    'npi US',
    'isin',
    'aircraft_construction_number',
    'aircraft_icao',
    'aircraft_mode_s',
    'aircraft_serial_number',
  ],
};

export type PublishedKind = { readonly kind: IdentifierKind; readonly country: string | null };

const BY_NAME: ReadonlyMap<string, PublishedKind> = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) =>
    names.map((each) => {
      const [name = '', country = null] = each.split(' ');
      return [name, { kind: kind as IdentifierKind, country }] as const;
    }),
  ),
);
const WALLET: PublishedKind = { kind: 'wallet', country: null };

/** Returns our kind for a list's `name`; undefined for names that are not compared. */
export function kindOf(name: string): PublishedKind | undefined {
  return name.startsWith('crypto_') ? WALLET : BY_NAME.get(name);
}
