/**
 * Legal forms of organisations, by class. Forms of one class are the same thing in different languages or
 * spellings; "replace, don't drop": Deutsche Bank AG and Deutsche Bank GmbH differ a little.
 *
 * Written by us from general knowledge and the ISO 20275 (GLEIF Entity Legal Forms) vocabulary. Phrases
 * are in canonical form (lower case, no dots, single spaces), longest first when matched.
 */
export const LEGAL_CLASSES: Readonly<Record<string, readonly string[]>> = {
  limited: [
    'ltd', 'limited', 'ltda', 'limitada', 'llc', 'lc', 'gmbh', 'gesellschaft mit beschrankter haftung', 'ooo',
    'srl', 'sarl', 'sl', 'sro', 'doo', 'dooel', 'bv', 'bvba', 'aps', 'oy', 'ou', 'uab', 'sia', 'kft', 'eood',
    'ood', 'tov', 'too', 'mchj', 'sp z oo', 'sp zoo', 'spzoo', 'pte', 'pty', 'fzc', 'fze', 'fzco', 'fz llc',
    'sdn bhd', 'co ltd', 'company limited', 'limited company', 'limited liability company',
    'limited liability co', 'private limited', 'pvt ltd', 'pvt', 'pte ltd', 'pty ltd', 'nig ltd',
    'nigeria ltd', 'nigeria limited', 'nig limited', 's de rl', 's de rl de cv', 'sociedad limitada',
    'sociedad de responsabilidad limitada', 'societe a responsabilite limitee',
    'societatea cu raspundere limitata', 'spolka z ograniczona odpowiedzialnoscia',
    'corporation limited', 'corp ltd', 'ltd co', 'limited co', 'obshchestvo s ogranichennoi otvetstvennostyu',
    'общество с ограниченной ответственностью', 'ооо',
  ],
  stock: [
    'inc', 'incorporated', 'corp', 'corporation', 'ag', 'aktiengesellschaft', 'plc', 'public limited company',
    'public limited co', 'sa', 'spa', 'nv', 'se', 'ab', 'asa', 'as', 'oyj', 'kk', 'sae', 'saoc', 'saog', 'tbk',
    'jsc', 'ojsc', 'cjsc', 'pjsc', 'pao', 'oao', 'zao', 'ao', 'pat', 'prat', 'ad', 'dd', 'sas', 'sau',
    'joint stock company', 'joint stock co', 'open joint stock company', 'closed joint stock company',
    'public joint stock company', 'private joint stock company', 'sa de cv', 'sapi de cv', 'bhd', 'berhad',
    'sociedad anonima', 'societe anonyme', 'anonim sirketi', 'aktiebolag', 'aktieselskab', 'nyrt', 'zrt',
    'ап', 'ао', 'оао', 'зао', 'пао', 'акционерное общество', 'открытое акционерное общество',
    'публичное акционерное общество', 'закрытое акционерное общество',
  ],
  partnership: ['lp', 'llp', 'lllp', 'kg', 'ohg', 'kgaa', 'gmbh co kg', 'limited partnership', 'snc', 'cv', 'gbr', 'gp'],
  company: ['co', 'company', 'cia', 'compania', 'compagnie', 'cie', 'sirketi', 'sirket', 'kompaniya'],
  nonprofit: ['ano', 'ev', 'gte', 'ltd gte', 'limited by guarantee', 'asbl', 'vzw', 'gug', 'stichting'],
  state: ['fsue', 'fgup', 'gup', 'federal state unitary enterprise', 'fkp', 'фгуп', 'unitary enterprise'],
};

/** Two-letter and other forms that are also words or names: a legal form only at the end of a longer name. */
export const AMBIGUOUS_LEGAL: ReadonlySet<string> = new Set([
  'sa', 'as', 'ab', 'ad', 'ag', 'ao', 'dd', 'se', 'sl', 'ou', 'oy', 'lc', 'cv', 'gp', 'pat', 'too', 'ev', 'pao',
  'ano', 'co', 'spa', 'gte', 'sas', 'ооо', 'sia', 'kk', 'cia', 'ood', 'doo', 'corp', 'fkp', 'asa', 'kg', 'sau',
].filter((form) => !['ооо', 'ag', 'corp', 'co', 'cia', 'pao', 'ood', 'doo', 'fkp', 'ano'].includes(form)));
