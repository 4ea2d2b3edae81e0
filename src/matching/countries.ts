/**
 * ISO 3166-1 country codes and English country names. Loads only the code table and the English names of
 * i18n-iso-countries, because its main entry point would read 80 languages.
 */
import codeTable from 'i18n-iso-countries/codes.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

/** Codes that ISO 3166-1 reserves for users' own purposes and never assigns. */
const USER_ASSIGNED = /^(?:AA|Q[M-Z]|X[A-Z]|ZZ)$/;

/**
 * Codes in use that ISO 3166-1 lacks or has removed (ISO 3166-3), with the codes of today's countries. The EU and banks
 * use XK for Kosovo. CS was Czechoslovakia, and later Serbia and Montenegro.
 */
const SUCCESSORS: Readonly<Record<string, readonly string[]>> = {
  XK: ['RS'],
  SU: ['RU', 'UA', 'BY', 'KZ', 'UZ', 'TM', 'TJ', 'KG', 'AM', 'AZ', 'GE', 'MD', 'LT', 'LV', 'EE'],
  YU: ['RS', 'ME', 'HR', 'SI', 'BA', 'MK', 'XK', 'CS'],
  CS: ['RS', 'ME', 'XK', 'CZ', 'SK', 'YU'],
  DD: ['DE'],
  ZR: ['CD'],
  BU: ['MM'],
  TP: ['TL'],
  AN: ['CW', 'SX', 'BQ'],
  YD: ['YE'],
  CT: ['KI'],
  DY: ['BJ'],
  FQ: ['AQ', 'TF'],
  FX: ['FR'],
  HV: ['BF'],
  JT: ['UM'],
  MI: ['UM'],
  NH: ['VU'],
  NQ: ['AQ'],
  NT: ['IQ', 'SA'],
  PC: ['FM', 'MH', 'MP', 'PW'],
  PU: ['UM'],
  PZ: ['PA'],
  RH: ['ZW'],
  VD: ['VN'],
  WK: ['UM'],
};

/**
 * Countries with a part that has become a country, or that has its own code. Papers of the people there can have either
 * code.
 */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  SD: ['SS'],
  ET: ['ER'],
  RS: ['ME'],
  CN: ['HK', 'MO'],
};

/**
 * Codes of three and four letters of former states (ISO 3166-1 and 3166-3), and those in use for Kosovo. If the two
 * letters now belong to another country, the code is that of the successor.
 */
const LONG_CODES: ReadonlyMap<string, string> = new Map(
  (
    'AIDJ:DJ AFI:DJ ANHH:AN ANT:AN BQAQ:AQ ATB:AQ BUMM:BU BUR:BU BYAA:BY BYS:BY CSHH:CS CSK:CS CSXX:CS SCG:CS ' +
    'CTKI:CT CTE:CT DDDE:DD DDR:DD DYBJ:DY DHY:DY FQHH:FQ FXFR:FX FXX:FX GEHH:KI GEL:KI HVBF:HV HVO:HV JTUM:JT ' +
    'JTN:JT MIUM:MI MID:MI NHVU:NH NHB:NH NQAQ:NQ ATN:NQ NTHH:NT NTZ:NT PCHH:PC PCI:PC PUUM:PU PUS:PU PZPA:PZ ' +
    'PCZ:PZ RHZW:RH RHO:RH SKIN:IN SKM:IN SUHH:SU SUN:SU TPTL:TP TMP:TP VDVN:VD VDR:VD WKUM:WK WAK:WK YDYE:YD ' +
    'YMD:YD YUCS:YU YUG:YU ZRCD:ZR ZAR:ZR ROM:RO XKX:XK RKS:XK'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string])
    .concat(
      codeTable.flatMap(([alpha2, alpha3]) =>
        alpha2 === undefined || alpha3 === undefined ? [] : [[alpha3, alpha2]],
      ),
    ),
);

const codes: ReadonlySet<string> = new Set([
  ...codeTable.flatMap(([alpha2]) =>
    alpha2 === undefined || USER_ASSIGNED.test(alpha2) ? [] : [alpha2],
  ),
  ...Object.keys(SUCCESSORS),
]);

/**
 * Returns true if two codes may mean one country. They are equal, or one country is or was the other, or a part of it.
 */
export function mayBeSameCountry(a: string, b: string): boolean {
  return (
    a === b ||
    [SUCCESSORS, PARTS].some(
      (table) => table[a]?.includes(b) === true || table[b]?.includes(a) === true,
    )
  );
}

/**
 * Spellings that the data package lacks: those of OFAC, the UN and ISO's long forms, former names that lists still use,
 * and short forms. The Palestinian territories have one code, so it also has the names of their parts. The same is true
 * for the constituent countries of the United Kingdom. Some former states have the codes of their time.
 */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  AE: ['U.A.E.'],
  BA: ['Bosnia', 'Bosnia-Herzegovina'],
  BN: ['Brunei', 'Brunei Darussalam'],
  BO: ['Plurinational State of Bolivia'],
  BQ: ['Caribbean Netherlands'],
  CC: ['Cocos Islands', 'Keeling Islands'],
  BF: ['Upper Volta'],
  BJ: ['Dahomey'],
  BW: ['Bechuanaland'],
  BY: ['Belorussia', 'Byelorussia'],
  BZ: ['British Honduras'],
  CD: ['DRC', 'D.R. Congo', 'DR Congo', 'Congo-Kinshasa', 'Congo (Kinshasa)', 'Zaire'],
  CG: ['Congo-Brazzaville', 'Congo (Brazzaville)'],
  CN: ["China, People's Republic of", 'PRC', 'Mainland China'],
  CV: ['Cabo Verde'],
  DE: ['West Germany', 'Federal Republic of Germany'],
  EH: ['Sahrawi Arab Democratic Republic'],
  ET: ['Abyssinia'],
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
  GH: ['Gold Coast'],
  GY: ['British Guiana'],
  HK: ['Hong Kong SAR', 'Hong Kong SAR China'],
  IE: ['Republic of Ireland'],
  IR: ['Persia'],
  KG: ['Kyrgyz Republic'],
  KH: ['Kampuchea', 'Democratic Kampuchea'],
  KM: ['Comoros Islands'],
  KN: ['St. Kitts & Nevis'],
  KP: ["Democratic People's Republic of Korea", 'DPRK', 'D.P.R.K.'],
  LA: ['Laos'],
  LK: ['Ceylon'],
  LS: ['Basutoland'],
  MD: ['Moldova'],
  MF: ['Saint Martin'],
  MK: ['Macedonia', 'The Former Yugoslav Republic of Macedonia', 'FYROM'],
  MM: ['Burma', 'Union of Myanmar'],
  MO: ['Macau', 'Macao SAR', 'Macau SAR'],
  MW: ['Nyasaland'],
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
  RU: ['Russian Soviet Federative Socialist Republic', 'RSFSR'],
  SH: ['Saint Helena, Ascension and Tristan da Cunha'],
  SK: ['Slovak Republic'],
  SX: ['Sint Maarten'],
  SY: ['Syria'],
  SZ: ['Swaziland'],
  TH: ['Siam'],
  TL: ['East Timor'],
  TR: ['Turkiye', 'Republic of Turkey', 'Republic of Türkiye'],
  TW: ['Republic of China'],
  TZ: ['Tanganyika', 'Zanzibar'],
  VA: ['Holy See', 'Vatican City', 'Vatican City State', 'Vatican'],
  VC: ['St. Vincent'],
  VE: ['Bolivarian Republic of Venezuela'],
  VN: ['Viet Nam', 'North Vietnam', 'South Vietnam'],
  VU: ['New Hebrides'],
  YE: ['North Yemen', 'Yemen Arab Republic'],
  ZM: ['Northern Rhodesia'],
  ZW: ['Rhodesia', 'Southern Rhodesia'],
  SU: ['USSR', 'U.S.S.R.', 'Soviet Union', 'Union of Soviet Socialist Republics'],
  XK: ['Kosovo', 'Republic of Kosovo'],
  YU: [
    'Yugoslavia',
    'Federal Republic of Yugoslavia',
    'Socialist Federal Republic of Yugoslavia',
    'Former Yugoslavia',
    'SFRY',
    'FRY',
  ],
  CS: [
    'Serbia and Montenegro',
    'State Union of Serbia and Montenegro',
    'Czechoslovakia',
    'Czechoslovak Socialist Republic',
    'Czech and Slovak Federative Republic',
    'Czech and Slovak Federal Republic',
    'CSSR',
    'ČSSR',
  ],
  YD: ['South Yemen', 'Democratic Yemen', "People's Democratic Republic of Yemen"],
  DD: ['East Germany', 'German Democratic Republic', 'GDR'],
  AN: ['Netherlands Antilles'],
};

/** Returns a name without case, accents, punctuation, "the", "&" and "St.", which do not distinguish countries. */
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

/** Returns the key of a name as written and, for "Korea, North", also the key of "North Korea". */
function nameKeys(name: string): string[] {
  const comma = name.indexOf(',');
  if (comma < 0) return [nameKey(name)];
  return [nameKey(name), nameKey(`${name.slice(comma + 1)} ${name.slice(0, comma)}`)];
}

/** A name of two countries (the data gives "Congo" to both) identifies neither. */
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

/** The maximum length of a text that is looked up. Every country name is much shorter. */
const LONGEST_NAME = 100;

/**
 * Returns true if `code` is a country code in upper case: an officially assigned ISO 3166-1 alpha-2 code, Kosovo's
 * XK, or the code of a former state that people still have in their papers (SU, YU). Reserved and other user-assigned
 * codes (UK, AA) do not count.
 */
export function isCountryCode(code: string): boolean {
  return codes.has(code);
}

/**
 * Returns the alpha-2 code for a code of two, three or four letters in any case: of ISO 3166-1, of a former state by ISO
 * 3166-3, or Kosovo's. Undefined for other texts.
 */
export function countryCodeOf(text: string): string | undefined {
  if (!/^[a-z]{2,4}$/i.test(text)) return undefined;
  const code = text.toUpperCase();
  return isCountryCode(code) ? code : LONG_CODES.get(code);
}

/**
 * Returns the ISO 3166-1 alpha-2 code of an English country name. Case, accents, punctuation and inversion ("Korea,
 * North") do not matter. Returns undefined for unknown and ambiguous names: a wrong country misleads a screening more
 * than a missing one.
 */
export function countryCodeFromName(name: string): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  for (const key of nameKeys(name)) {
    const code = codeByName.get(key);
    if (code !== undefined) return code;
  }
  return undefined;
}
