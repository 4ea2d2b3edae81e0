/**
 * ISO 3166-1 country codes and English country names.
 *
 * The data is that of i18n-iso-countries, of which only the code table and the English names are
 * loaded: its main entry point would read 80 languages.
 */
import codeTable from 'i18n-iso-countries/codes.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

/**
 * Codes that ISO 3166-1 leaves to its users and never assigns. The data package carries one of
 * them (XK, Kosovo) because it is widely used; it is not an ISO 3166-1 code.
 */
const USER_ASSIGNED = /^(?:AA|Q[M-Z]|X[A-Z]|ZZ)$/;

const codes: ReadonlySet<string> = new Set(
  codeTable.flatMap(([alpha2]) =>
    alpha2 === undefined || USER_ASSIGNED.test(alpha2) ? [] : [alpha2],
  ),
);

/**
 * Spellings that the data package lacks: those of OFAC, of the UN, of ISO's own long forms, former
 * names that lists still use, and everyday short forms. The Palestinian territories have one code,
 * so their parts lead to it, as do the constituent countries of the United Kingdom. States that
 * were dissolved into several (USSR, Yugoslavia, Serbia and Montenegro) have no code and are absent.
 */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  AE: ['U.A.E.'],
  BA: ['Bosnia', 'Bosnia-Herzegovina'],
  BN: ['Brunei', 'Brunei Darussalam'],
  BO: ['Plurinational State of Bolivia'],
  BQ: ['Caribbean Netherlands'],
  BY: ['Belorussia', 'Byelorussia'],
  CC: ['Cocos Islands', 'Keeling Islands'],
  CD: ['DRC', 'D.R. Congo', 'DR Congo', 'Congo-Kinshasa', 'Congo (Kinshasa)', 'Zaire'],
  CG: ['Congo-Brazzaville', 'Congo (Brazzaville)'],
  CN: ["China, People's Republic of", 'PRC', 'Mainland China'],
  CV: ['Cabo Verde'],
  EH: ['Sahrawi Arab Democratic Republic'],
  FK: ['Falkland Islands'],
  FM: ['Micronesia'],
  GB: [
    'United Kingdom of Great Britain and Northern Ireland',
    'U.K.',
    'England',
    'Scotland',
    'Wales',
    'Northern Ireland',
  ],
  HK: ['Hong Kong SAR', 'Hong Kong SAR China'],
  IE: ['Republic of Ireland'],
  KG: ['Kyrgyz Republic'],
  KM: ['Comoros Islands'],
  KN: ['St. Kitts & Nevis'],
  KP: ["Democratic People's Republic of Korea", 'DPRK', 'D.P.R.K.'],
  LA: ['Laos'],
  MD: ['Moldova'],
  MF: ['Saint Martin'],
  MK: ['Macedonia', 'The Former Yugoslav Republic of Macedonia', 'FYROM'],
  MM: ['Burma', 'Union of Myanmar'],
  MO: ['Macau', 'Macao SAR', 'Macau SAR'],
  NL: ['Holland'],
  PS: [
    'Palestinian',
    'Palestinian Authority',
    'Palestinian Territories',
    'Palestinian Territory',
    'Palestinian Territory, Occupied',
    'Occupied Palestinian Territory',
    'Gaza',
    'Gaza Strip',
    'West Bank',
  ],
  RE: ['Réunion'],
  SH: ['Saint Helena, Ascension and Tristan da Cunha'],
  SK: ['Slovak Republic'],
  SX: ['Sint Maarten'],
  SY: ['Syria'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkiye', 'Republic of Turkey', 'Republic of Türkiye'],
  TW: ['Republic of China'],
  VA: ['Holy See', 'Vatican City', 'Vatican City State', 'Vatican'],
  VC: ['St. Vincent'],
  VE: ['Bolivarian Republic of Venezuela'],
  VN: ['Viet Nam'],
};

/** Case, accents, punctuation, "the", "&" and "St." do not distinguish country names. */
function nameKey(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[.'’‘`]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/^the /, '')
    .replace(/\bst /g, 'saint ');
}

/** The keys of a name as written and, for "Korea, North", also of "North Korea". */
function nameKeys(name: string): string[] {
  const comma = name.indexOf(',');
  if (comma < 0) return [nameKey(name)];
  return [nameKey(name), nameKey(`${name.slice(comma + 1)} ${name.slice(0, comma)}`)];
}

/** A name that belongs to two countries (the data gives "Congo" to both) identifies neither. */
function buildNameIndex(): Map<string, string> {
  const index = new Map<string, string>();
  const ambiguous = new Set<string>();
  const englishNames: Readonly<Record<string, string | readonly string[]>> = english.countries;
  for (const code of codes) {
    const names = [englishNames[code] ?? [], OTHER_NAMES[code] ?? []].flat();
    for (const key of names.flatMap(nameKeys)) {
      const other = index.get(key);
      if (other !== undefined && other !== code) ambiguous.add(key);
      index.set(key, code);
    }
  }
  for (const key of ambiguous) index.delete(key);
  return index;
}

const codeByName = buildNameIndex();

/** Longer texts are not looked up at all: no country name comes near this many characters. */
const LONGEST_NAME = 100;

/**
 * Tells whether `code` is an officially assigned ISO 3166-1 alpha-2 code, in upper case. Reserved,
 * withdrawn and user-assigned codes (UK, AN, XK) are not.
 */
export function isCountryCode(code: string): boolean {
  return codes.has(code);
}

/**
 * The ISO 3166-1 alpha-2 code of an English country name, tolerant of case, accents, punctuation
 * and inversion ("Korea, North"). Unknown and ambiguous names give undefined: a wrong country
 * misleads a screening more than none.
 */
export function countryCodeFromName(name: string): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  for (const key of nameKeys(name)) {
    const code = codeByName.get(key);
    if (code !== undefined) return code;
  }
  return undefined;
}
