/**
 * Countries and nationalities in the spellings of sanctions lists, in addition to the names in countries.ts. Sources:
 * the short forms of the United Nations' lists (UN Statistics Division, standard M49), the spellings of the EU's and
 * the United Kingdom's lists, and the names of citizens in GOV.UK's "Country names" (Foreign, Commonwealth &
 * Development Office). An adjective of two countries (Congolese, Dominican, Korean) is absent, because a wrong country
 * misleads more than a missing one.
 */
import { countryCodeFromName, countryCodeOf } from '../../../matching/index.ts';

const LIST_NAMES: Readonly<Record<string, readonly string[]>> = {
  BO: ['Bolivia (Plurinational State of)'],
  CD: [
    'Congo (Democratic Republic)',
    'Congo, Democratic Republic',
    'CONGO, Democratic Republic of (was Zaire)',
    'Democratic Republic of Congo',
  ],
  CG: ['Congo (Republic)'],
  GM: ['Gambia (Republic of The)'],
  HK: ['China, Hong Kong Special Administrative Region'],
  IR: ['Iran (Islamic Republic of)'],
  LY: ['Libyan Arab Jamahiriya'],
  MM: ['Burma/Myanmar', 'Myanmar (Burma)', 'Burma (Myanmar)'],
  MO: ['China, Macao Special Administrative Region'],
  PS: ['Occupied Palestinian Territories', 'The Occupied Palestinian Territories'],
  SA: ['Kingdom of Saudi Arabia'],
  VE: ['Venezuela (Bolivarian Republic of)'],
};

const CITIZEN_NAMES: Readonly<Record<string, readonly string[]>> = {
  AD: ['Andorran'],
  AE: ['Emirati'],
  AF: ['Afghan'],
  AG: ['Antiguan'],
  AL: ['Albanian'],
  AM: ['Armenian'],
  AO: ['Angolan'],
  AR: ['Argentine', 'Argentinian'],
  AT: ['Austrian'],
  AU: ['Australian'],
  AZ: ['Azerbaijani'],
  BA: ['Bosnian'],
  BB: ['Barbadian'],
  BD: ['Bangladeshi'],
  BE: ['Belgian'],
  BF: ['Burkinabe', 'Burkinan'],
  BG: ['Bulgarian'],
  BH: ['Bahraini'],
  BI: ['Burundian'],
  BJ: ['Beninese'],
  BN: ['Bruneian'],
  BO: ['Bolivian'],
  BR: ['Brazilian'],
  BS: ['Bahamian'],
  BT: ['Bhutanese'],
  BW: ['Botswanan', 'Motswana'],
  BY: ['Belarusian', 'Belarussian'],
  BZ: ['Belizean'],
  CA: ['Canadian'],
  CF: ['Central African'],
  CH: ['Swiss'],
  CI: ['Ivorian'],
  CL: ['Chilean'],
  CM: ['Cameroonian'],
  CN: ['Chinese'],
  CO: ['Colombian'],
  CR: ['Costa Rican'],
  CU: ['Cuban'],
  CV: ['Cape Verdean'],
  CY: ['Cypriot'],
  CZ: ['Czech'],
  DE: ['German'],
  DJ: ['Djiboutian'],
  DK: ['Danish'],
  DZ: ['Algerian'],
  EC: ['Ecuadorian', 'Ecuadorean'],
  EE: ['Estonian'],
  EG: ['Egyptian'],
  ER: ['Eritrean'],
  ES: ['Spanish'],
  ET: ['Ethiopian'],
  FI: ['Finnish'],
  FJ: ['Fijian'],
  FR: ['French'],
  GA: ['Gabonese'],
  GB: ['British'],
  GD: ['Grenadian'],
  GE: ['Georgian'],
  GH: ['Ghanaian'],
  GM: ['Gambian'],
  GN: ['Guinean'],
  GQ: ['Equatorial Guinean', 'Equatoguinean'],
  GR: ['Greek'],
  GT: ['Guatemalan'],
  GW: ['Bissau-Guinean', 'Guinea-Bissauan'],
  GY: ['Guyanese'],
  HN: ['Honduran'],
  HR: ['Croatian'],
  HT: ['Haitian'],
  HU: ['Hungarian'],
  ID: ['Indonesian'],
  IE: ['Irish'],
  IL: ['Israeli'],
  IN: ['Indian'],
  IQ: ['Iraqi'],
  IR: ['Iranian'],
  IS: ['Icelandic'],
  IT: ['Italian'],
  JM: ['Jamaican'],
  JO: ['Jordanian'],
  JP: ['Japanese'],
  KE: ['Kenyan'],
  KG: ['Kyrgyz', 'Kyrgyzstani'],
  KH: ['Cambodian'],
  KM: ['Comorian', 'Comoran'],
  KP: ['North Korean'],
  KR: ['South Korean'],
  KW: ['Kuwaiti'],
  KZ: ['Kazakh', 'Kazakhstani'],
  LA: ['Lao', 'Laotian'],
  LB: ['Lebanese'],
  LK: ['Sri Lankan'],
  LR: ['Liberian'],
  LS: ['Basotho', 'Mosotho'],
  LT: ['Lithuanian'],
  LV: ['Latvian'],
  LY: ['Libyan'],
  MA: ['Moroccan'],
  MC: ['Monegasque'],
  MD: ['Moldovan'],
  ME: ['Montenegrin'],
  MG: ['Malagasy'],
  MK: ['Macedonian'],
  ML: ['Malian'],
  MM: ['Burmese'],
  MN: ['Mongolian'],
  MR: ['Mauritanian'],
  MT: ['Maltese'],
  MU: ['Mauritian'],
  MV: ['Maldivian'],
  MW: ['Malawian'],
  MX: ['Mexican'],
  MY: ['Malaysian'],
  MZ: ['Mozambican'],
  NA: ['Namibian'],
  NE: ['Nigerien'],
  NG: ['Nigerian'],
  NI: ['Nicaraguan'],
  NL: ['Dutch'],
  NO: ['Norwegian'],
  NP: ['Nepalese', 'Nepali'],
  NZ: ['New Zealander'],
  OM: ['Omani'],
  PA: ['Panamanian'],
  PE: ['Peruvian'],
  PG: ['Papua New Guinean'],
  PH: ['Filipino', 'Philippine'],
  PK: ['Pakistani'],
  PL: ['Polish'],
  PT: ['Portuguese'],
  PY: ['Paraguayan'],
  QA: ['Qatari'],
  RO: ['Romanian'],
  RS: ['Serbian'],
  RU: ['Russian'],
  RW: ['Rwandan'],
  SA: ['Saudi', 'Saudi Arabian'],
  SC: ['Seychellois'],
  SD: ['Sudanese'],
  SE: ['Swedish'],
  SG: ['Singaporean'],
  SI: ['Slovenian', 'Slovene'],
  SK: ['Slovak'],
  SL: ['Sierra Leonean'],
  SN: ['Senegalese'],
  SO: ['Somali'],
  SR: ['Surinamese'],
  SS: ['South Sudanese'],
  ST: ['Sao Tomean'],
  SV: ['Salvadoran', 'Salvadorean'],
  SY: ['Syrian'],
  SZ: ['Swazi'],
  TD: ['Chadian'],
  TG: ['Togolese'],
  TH: ['Thai'],
  TJ: ['Tajik', 'Tajikistani'],
  TL: ['East Timorese', 'Timorese'],
  TM: ['Turkmen'],
  TN: ['Tunisian'],
  TR: ['Turkish'],
  TT: ['Trinidadian'],
  TW: ['Taiwanese'],
  TZ: ['Tanzanian'],
  UA: ['Ukrainian'],
  UG: ['Ugandan'],
  US: ['American'],
  UY: ['Uruguayan'],
  UZ: ['Uzbek', 'Uzbekistani'],
  VE: ['Venezuelan'],
  VN: ['Vietnamese'],
  YE: ['Yemeni'],
  ZA: ['South African'],
  ZM: ['Zambian'],
  ZW: ['Zimbabwean'],
};

function key(name: string): string {
  return name.replace(/\s+/g, ' ').trim().toLowerCase();
}

const codeByName = new Map(
  [...Object.entries(LIST_NAMES), ...Object.entries(CITIZEN_NAMES)].flatMap(([code, names]) =>
    names.map((name) => [key(name), code] as const),
  ),
);

/** The EU's codes for Greece and the United Kingdom. */
const OTHER_CODES: ReadonlyMap<string, string> = new Map([
  ['EL', 'GR'],
  ['UK', 'GB'],
]);

/**
 * Returns the ISO 3166-1 alpha-2 code for a code as lists write it: in any case, or for a part of a country
 * ("ua-cri"). Undefined for others.
 */
export function countryOfCode(text: string): string | undefined {
  const [, letters = ''] = /^([a-z]{2,4})(?:-[a-z0-9]{1,3})?$/i.exec(text.trim()) ?? [];
  return countryCodeOf(letters) ?? OTHER_CODES.get(letters.toUpperCase());
}

/** Returns the ISO 3166-1 alpha-2 code for a text that is only a code of two or three letters; undefined for others. */
export function countryOfBareCode(text: string): string | undefined {
  return /^[a-z]{2,3}$/i.test(text) ? countryOfCode(text) : undefined;
}

/**
 * Returns the ISO 3166-1 alpha-2 code for the English name of a country or its citizens; undefined for other names. A
 * code is not a name: in lists of names "na" means "not available".
 */
export function countryOfName(text: string): string | undefined {
  return codeByName.get(key(text)) ?? countryCodeFromName(text);
}

/** Returns the ISO 3166-1 alpha-2 code for a code or a name, as lists write them. */
export function countryOf(text: string): string | undefined {
  return countryOfCode(text) ?? countryOfName(text);
}

/** Returns the countries that `read` finds in the texts, without duplicates. */
export function countriesOf(
  texts: Iterable<string>,
  read: (text: string) => string | undefined,
): string[] {
  const codes = [...texts].map(read).filter((code) => code !== undefined);
  return [...new Set(codes)];
}
