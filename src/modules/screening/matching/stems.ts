/**
 * Stems that many names share. Two names with the same stem are told apart by the rest alone
 * (Oluwa-seun / Oluwa-seyi, Chukwu-emeka / Chukwu-ebuka, Abdul-latif / Abdul-hamid, Habib-ullah / Hamid-ullah).
 *
 * Written by us: Yoruba theophoric prefixes (notes/screening.md 5.4), Igbo chukwu/chi/nwa compounds, Edo osa-,
 * Arabic abd-al, -ullah and -uddin compounds, Slavic patronymics, Germanic and Caucasian surname endings.
 * Longest first: the first that fits is taken.
 */
export const PREFIX_STEMS: readonly string[] = [
  'oluwa', 'chukwu', 'abdul', 'abdel', 'abdal', 'abdur', 'abdus', 'abdou', 'olorun', 'chuku', 'tamuno',
  'ogun', 'omo', 'olu', 'ola', 'ade', 'ayo', 'oye', 'ifa', 'akin', 'baba', 'temi', 'osa', 'nwa', 'chi', 'ike',
  'ogh', 'efe', 'adel',
].filter((stem) => !['efe', 'ogh', 'adel'].includes(stem)).sort((a, b) => b.length - a.length);

export const SUFFIX_STEMS: readonly string[] = [
  'uddin', 'eddine', 'eddin', 'ullah', 'allah', 'chukwu', 'dottir', 'shvili', 'enko', 'berg', 'mann', 'stein',
  'baum', 'feld', 'ovich', 'evich', 'ovna', 'evna', 'oglu', 'yan', 'ian', 'zadeh', 'zai', 'chi', 'nwa',
].filter((stem) => stem !== 'nwa').sort((a, b) => b.length - a.length);

/** Yoruba and Igbo prefixes that are dropped in daily use: Oluwaseun is called Seun, Olufemi Femi. */
export const DROPPED_PREFIXES: readonly string[] = [
  'oluwa', 'chukwu', 'olu', 'ola', 'ade', 'ayo', 'akin', 'oye', 'omo', 'ogun', 'ifa', 'baba', 'temi', 'chi',
];
