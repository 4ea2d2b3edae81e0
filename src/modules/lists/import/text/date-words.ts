/** Converts dates as people and forms write them to the few forms that are read. */

/** Beginnings of names of months, January first, without accents, in the languages of Europe, Turkey and Indonesia. */
const MONTH_NAMES = [
  'jan|jän|janv|ene|gen|sty|led|ян|січ|oca|ιαν',
  'feb|fév|fev|lut|úno|фев|лют|şub|sub|φεβ|peb',
  'mar|mär|mrt|maa|már|бер|мар|μαρ',
  'apr|avr|abr|abril|kwi|dub|апр|кві|nis|απρ',
  'may|mai|maj|mei|mag|maggio|kvě|ма[йя]|тра|μαΐ|μαι',
  'jun|juin|giu|cze|čer(?!vene?c)|ию?н|чер|haz|ιουν',
  'jul|juil|lug|lip|července|ию?л|лип|tem|ιουλ',
  'aug|aoû|aou|ago|sie|srp|авг|сер|ağu|agu|αυγ|agt',
  'sep|set|wrz|zář|сен|вер|eyl|σεπ',
  'oct|okt|ott|out|paź|paz|říj|окт|жов|eki|οκτ',
  'nov|lis|ноя|лис|kas|νοε|nop',
  'dec|dez|déc|dic|gru|pro|дек|гру|ara|δεκ|des',
].map((beginnings) => new RegExp(`^(?:${beginnings})`, 'iu'));
const ENGLISH = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
];
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

const DIGIT_SETS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10];
const OTHER_DIGIT =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\uff10-\uff19]/gu;

function inAsciiDigits(text: string): string {
  return text.replaceAll(OTHER_DIGIT, (digit) => {
    const code = digit.codePointAt(0)!;
    const zero = DIGIT_SETS.find((first) => code >= first && code < first + 10)!;
    return String(code - zero);
  });
}

/** Returns the English beginning for a month in words; other words stay. */
function inEnglish(word: string): string {
  const month = MONTH_NAMES.findIndex((name) => name.test(word));
  return month < 0 ? word : ENGLISH[month]!;
}

const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]$/u, '$1-$2-$3'],
  [/^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]$/u, '$2/$1'],
  [/^(\d{4})\s?[年년]$/u, '$1'],
  [/^(?:date of birth|d\.?o\.?b\.?|born(?: on| in)?)[\s:]+/iu, ''],
  [/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /iu, ''],
  [/\s*(?:г\.?|г\.? ?р\.?|year|r\.)$/iu, ''],
  // Matches placeholders for an unknown day or month: zeros, nines, letters or signs.
  [/^(?:00|99|xx|dd|\?\?|--|__)([./-])(\d{1,2})\1(\d{4})$/iu, '$2/$3'],
  [/^(?:0?0|99|xx|dd|\?\?|--|__)[./-](?:0?0|99|xx|mm|\?\?|--|__)[./-](\d{4})$/iu, '$1'],
  [/^(?:0?0|99|xx|mm|\?\?|--|__)[./-](\d{4})$/iu, '$1'],
  [/^(\d{4})([./-])(?:0?0|99|xx|mm|\?\?|--|__)(?:\2(?:0?0|99|xx|dd|\?\?|--|__))?$/iu, '$1'],
  [/^(\d{4})([./-])(\d{1,2})\2(?:0?0|99|xx|dd|\?\?|--|__)$/iu, '$3/$1'],
  [
    /^(?:about|around|approx\.?|approximately|circa|c\.?|ca\.?|~|±|um|vers|hacia|около|ок\.)\s?(\d{4})$/iu,
    'circa $1',
  ],
  [
    /^(\d{4})\s?(?:\?|\((?:approx\.?|approximate|approximately|circa|about|estimated)\))$/iu,
    'circa $1',
  ],
  [/^(\d{4})\s?\(.*\)$/u, '$1'],
  [/^(?:the )?(\d{3})0'?s$/iu, '$10/$19'],
  [/^(?:between |from )?(\d{4})\s?(?:-|–|—|\/|to|and|or)\s?(\d{4})$/iu, '$1/$2'],
  [/^(\d{1,2})[\s_|](\d{1,2})[\s_|](\d{4})$/u, '$1/$2/$3'],
  [/^(\d{4})[\s_|](\d{1,2})[\s_|](\d{1,2})$/u, '$1-$2-$3'],
  [/^(\d{2})(\d{2})((?:18|19|20)\d{2})$/u, '$1/$2/$3'],
];
const COMPACT = /^(?:1[89]|20)\d{2}(?:0\d|1[0-2])[0-3]\d$/;
const IN_WORDS =
  /^(\d{1,2})(?:st|nd|rd|th|\.|er|º|°)?[\s./,-]*(?:of |de |di |the )?(\p{L}{3,})\.?[\s./,-]*(?:of |de |del )?(\d{4})$/iu;
const IN_ROMAN = /^(\d{1,2})[\s./-]+([ivx]{1,4})[\s./-]+(\d{4})$/iu;
const MONTH_OF_YEAR = /^(\p{L}{3,})\.?[\s./,-]*(?:of |de |del )?(\d{4})$/iu;

/** Returns the text in digits or English words; unchanged if it has no known form. */
export function inUsualForm(text: string): string {
  const plain = inAsciiDigits(text.trim()).replaceAll(/\s+/gu, ' ');
  if (COMPACT.test(plain)) return plain;
  let form = plain;
  for (const [expression, usual] of FORMS) form = form.replace(expression, usual);
  const [, day, word = '', year] = IN_WORDS.exec(form) ?? [];
  const month = ROMAN.indexOf(IN_ROMAN.exec(form)?.[2]?.toLowerCase() ?? '');
  if (month >= 0) return form.replace(IN_ROMAN, `$1 ${ENGLISH[month]} $3`);
  if (day !== undefined) return `${day} ${inEnglish(word)} ${year}`;
  const [, name = '', ofYear] = MONTH_OF_YEAR.exec(form) ?? [];
  return ofYear !== undefined && inEnglish(name) !== name ? `${inEnglish(name)} ${ofYear}` : form;
}
