/**
 * Finds document and registration numbers in OFAC's remarks, such as "Passport 1084010 (Egypt)" or "National ID No.
 * 660000 73767 (Belgium) issued 1990".
 */

import { countryCodeFromName } from '../../../../matching/index.ts';

/**
 * Key of the identifier, and OFAC's labels for it. Other labels are ignored: remarks are partly prose ("13th National
 * People's Congress", "President since 1979"), and ignored text stays in `raw`.
 */
const LABELS_BY_KEY: Readonly<Record<string, readonly string[]>> = {
  passport: [
    'Passport',
    'Passport Booklet',
    'Diplomatic Passport',
    'Official Passport',
    'Service Passport',
    'Stateless Person Passport',
    'British National Overseas Passport',
    'U.S.A. Passport',
    'U.S. Passport',
  ],
  national_id: [
    'National ID',
    'National Foreign ID',
    'Personal ID',
    'Identification',
    'Identity',
    "Citizen's",
    'Tazkira National ID',
    'Turkish Identification',
    'Kenyan ID',
    'Moroccan Personal ID',
    'Bosnian Personal ID',
    'Numero de Identidad',
  ],
  birth_certificate: ['Birth Certificate'],
  business_registration: ['Business Registration', 'Business Registration Document'],
  call_sign: ['Call Sign'],
  cedula: ['Cedula', 'Cedula de Residencia'],
  chamber_of_commerce: ['Chamber of Commerce'],
  chinese_commercial_code: ['Chinese Commercial Code'],
  company_number: ['Company', 'UK Company'],
  company_imo: ['Company Number IMO', 'Company IMO'],
  commercial_registry: ['Commercial Registry', 'C.R.'],
  cuip: ['C.U.I.P.'],
  cuit: ['C.U.I.T.'],
  curp: ['C.U.R.P.', 'CURP'],
  dni: ['D.N.I.'],
  drivers_license: ["Driver's License"],
  duns: ['D-U-N-S'],
  electoral_registry: ['Electoral Registry', 'Credencial electoral', 'I.F.E.'],
  enterprise_number: ['Enterprise'],
  fein: ['US FEIN'],
  fiscal_code: ['Italian Fiscal Code', 'Fiscal Code'],
  folio_mercantil: ['Folio Mercantil'],
  government_gazette: ['Government Gazette'],
  imo: [
    'Vessel Registration Identification IMO',
    'Identification Number IMO',
    'Vessel Registration IMO',
  ],
  le_number: ['LE'],
  legal_entity_number: ['Legal Entity'],
  matricula_mercantil: ['Matricula Mercantil'],
  military_id: ['Cartilla de Servicio Militar Nacional'],
  mmsi: ['MMSI'],
  nit: ['NIT'],
  public_registration: ['Public Registration'],
  registration: ['Registration', 'Registration ID'],
  residency: ['Residency'],
  rfc: ['R.F.C.', 'RFC'],
  rif: ['RIF'],
  rtn: ['RTN'],
  ruc: ['RUC'],
  ssn: ['SSN'],
  swift_bic: ['SWIFT/BIC'],
  tax_id: ['Tax ID'],
  trade_license: ['Trade License'],
  travel_document: ['Travel Document'],
  unified_social_credit_code: [
    'Unified Social Credit Code',
    'Unified Social Credit Code (USCC)',
    'United Social Credit Code Certificate (USCCC)',
  ],
  vat: ['V.A.T.'],
  aircraft_construction_number: ['Aircraft Construction Number (also called L/N or S/N or F/N)'],
  aircraft_mode_s: ['Aircraft Mode S Transponder Code'],
  aircraft_serial_number: ["Aircraft Manufacturer's Serial Number (MSN)"],
  aircraft_tail_number: ['Aircraft Tail'],
};

/** Keys whose values may have only letters; for other keys a value without a digit is prose. */
const LETTER_KEYS: ReadonlySet<string> = new Set([
  'swift_bic',
  'aircraft_tail_number',
  'call_sign',
]);

/** Only a currency address such as "XBT 1Kuf2..." needs this; the currency becomes part of the key. */
const CURRENCY_ADDRESS = /^Digital Currency Address - ([A-Z0-9]{2,10}) (\S+)$/i;

const keyByLabel = new Map(
  Object.entries(LABELS_BY_KEY).flatMap(([key, labels]) =>
    labels.map((label) => [label.toLowerCase(), key] as const),
  ),
);

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** The longest label comes first. Otherwise "Passport Booklet" would be a passport numbered "Booklet". */
const statementPattern = new RegExp(
  `^(${[...keyByLabel.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((label) => escapeRegExp(label))
    .join('|')})(?:\\s+(?:No\\.?|Number|Card|#))*:?\\s+(.+)$`,
  'i',
);

/** Returns the country, or the part of one, that issued the number. */
const ISSUER = /\(([^()]+)\)/;

/** Matches the text after the number: "(Egypt)", "issued 1990", "expires 12 May 2009". */
const AFTER_NUMBER = /\s*\(.*$|,?\s*\b(?:issued|expires|expired|exp\.)(?:\s.*)?$/i;

/**
 * Returns the identifier in a statement (without "alt." and its final dot), or undefined. The value is only the number.
 * The date of issue stays in `raw`, as does an issuer that is not a country.
 */
export function parseOfacIdentifier(
  statement: string,
): { key: string; value: string; country?: string | undefined } | undefined {
  const address = CURRENCY_ADDRESS.exec(statement);
  if (address !== null) {
    const [, currency = '', value = ''] = address;
    return { key: `crypto_${currency.toLowerCase()}`, value };
  }
  const [, label = '', rest = ''] = statementPattern.exec(statement) ?? [];
  const key = keyByLabel.get(label.toLowerCase());
  if (key === undefined) return undefined;
  const value = rest.replace(AFTER_NUMBER, '').trim();
  if (value === '' || (!LETTER_KEYS.has(key) && !/\d/.test(value))) return undefined;
  return { key, value, country: countryCodeFromName(ISSUER.exec(rest)?.[1] ?? '') };
}
