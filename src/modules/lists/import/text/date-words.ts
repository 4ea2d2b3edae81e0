/** Converts dates in people's and forms' notations to the few forms that are read. */

/**
 * Beginnings of names of months, January first: in the languages of Europe, in Turkish, Arabic, Malay, Indonesian and
 * Filipino.
 */
const MONTH_NAMES = [
  'jan|jän|janv|jaan|ene|gen|sty|led|ian|sij|sau|tammi|ян|січ|сту|oca|ιαν|يناير',
  'feb|fév|fev|veeb|lut|úno|uno|velj|vas|helmi|shk|фев|лют|şub|sub|φεβ|peb|فبراير|شباط',
  'mar(?!rask)|mär|mrt|maa|már|bře|bre|ožu|ozu|kov|бер|мар|сак|μαρ|mac|مارس|آذار',
  'apr|avr|abr|abril|ápr|kwi|dub|trav|bal|huhti|prill|апр|кві|кра|nis|απρ|أبريل|ابريل|نيسان',
  'may|mai|maj|máj|maí|mei(?!th)|mag|maggio|kvě|kve|svi|geg|touko|ма[йя]|тра|μαΐ|μαι|مايو|أيار',
  'jun|jún|juin|juun|giu|cze|čer(?!vene?c)|iun|lipa?nj|bir|kesä|kesa|qer|ию?н|чер|haz|ιουν|hun|يونيو|حزيران',
  'jul|júl|juil|juul|lug|lip(?!a?nj)|červene?c|iul|srpa?nj|lie|hein|kor|ию?л|лип|ліп|tem|ιουλ|hul|يوليو|تموز',
  'aug|aoû|aou|ago|ágú|sie|srp(?!a?nj)|kol|rugp|elo|gus|авг|сер|жні|ağu|agu|αυγ|agt|ogo|أغسطس|آب',
  'sep|set|sze|wrz|zář|zar|ruj|rugs|syys|sht|сен|вер|eyl|σεπ|سبتمبر|أيلول',
  'oct|okt|ott|out|paź|paz|říj|rij|spa|loka|tet|окт|жов|кас|eki|οκτ|أكتوبر|اكتوبر',
  'nov|nóv|noi|lis(?!topada?$)|stu|lap|nën|nen|ноя|лис|kas|νοε|nop|nob|marrask|نوفمبر',
  'dec|dez|déc|dic|dets|gru|prosin|joulu|dhj|дек|гру|сне|ara|δεκ|dese|disy|dise|ديسمبر',
].map((beginnings) => new RegExp(`^(?:${beginnings})`, 'iu'));
/** Matches a month that is October in Croatian and November in Polish and Czech. */
const OCTOBER_OR_NOVEMBER = /^listopada?$/iu;
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

/** First years of the eras of Japan and of the Republic of China, minus one. */
const ERAS: Readonly<Record<string, number>> = {
  明治: 1867,
  大正: 1911,
  昭和: 1925,
  平成: 1988,
  令和: 2018,
  民國: 1911,
  民国: 1911,
};
const IN_ERA = new RegExp(`^(${Object.keys(ERAS).join('|')})\\s?(\\d{1,3}|元)(?=\\s?年)`, 'u');
/** Years between the Buddhist era, as Thailand counts it, and the common era. */
const BUDDHIST_YEARS = 543;
/** Matches a year that can only be a Buddhist one: from 1850 to 2057. */
const BUDDHIST = /(?<!\d)(?:B\.?E\.?\s?|พ\.?ศ\.?\s?)?(239[3-9]|2[4-5]\d\d)(?!\d)/giu;

/** Returns the text with a year of another era in the common era. */
function inCommonEra(text: string): string {
  return text
    .replace(IN_ERA, (_, era: string, year: string) =>
      String(ERAS[era]! + (year === '元' ? 1 : Number(year))),
    )
    .replaceAll(BUDDHIST, (_, year: string) => String(Number(year) - BUDDHIST_YEARS));
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
  [/^[("'“](.+)[)"'”]$/u, '$1'],
  [/^(\d{4})\.$/u, '$1'],
  [/^(\d{4})[/-](\d{1,2})$/u, '$2/$1'],
  [/^(\d{4})[\s.-]+(\p{L}{3,})\.?[\s.-]+(\d{1,2})\.?$/u, '$3 $2 $1'],
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
    /^(?:about|around|approx\.?|approximately|circa|c\.?|ca\.?|cca\.?|~|±|um|vers|hacia|около|ок\.)\s?(\d{4})$/iu,
    'circa $1',
  ],
  [
    /^(?:(?:\d{1,2}[\s./-]+)?(?:\p{L}{3,}\.?|\d{1,2})[\s./-]+)?(\d{4})\s?(?:\?|\((?:approx\.?|approximate|approximately|circa|about|estimated)\))$/iu,
    'circa $1',
  ],
  [
    /^(\d{4})([./-])\d{1,2}\2\d{1,2}\s?\((?:approx\.?|approximate|approximately|circa|about|estimated)\)$/iu,
    'circa $1',
  ],
  [
    /^(?:about|around|approx\.?|approximately|circa|c\.?|ca\.?|~|±)\s?(?:\d{1,2}[\s./-])?(?:\p{L}{3,}\.?|\d{1,2})[\s./-](\d{4})$/iu,
    'circa $1',
  ],
  [/^(?:early|mid|middle of|late|end of|beginning of)[\s-](\d{4})$/iu, '$1'],
  [/\s?\([^()]*\)$/u, ''],
  [/^(\d{5})\.\d+$/u, '$1'],
  [/^(?:(?:early|mid|late)[\s-])?(?:the )?(\d{3})0'?s$/iu, '$10/$19'],
  [/^(?:between |from )?(\d{4})\s?(?:-|\/|to|and|or|&|,)\s?(\d{4})$/iu, '$1/$2'],
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
  const plain = inCommonEra(
    inAsciiDigits(text.trim()).replaceAll(/\s+/gu, ' ').replaceAll(/[–—−]/gu, '-'),
  );
  if (COMPACT.test(plain)) return plain;
  let form = plain;
  for (const [expression, usual] of FORMS) form = form.replace(expression, usual);
  const [, day, word = '', year] = IN_WORDS.exec(form) ?? [];
  const month = ROMAN.indexOf(IN_ROMAN.exec(form)?.[2]?.toLowerCase() ?? '');
  if (month >= 0) return form.replace(IN_ROMAN, `$1 ${ENGLISH[month]} $3`);
  if (day !== undefined)
    return OCTOBER_OR_NOVEMBER.test(word) ? year! : `${day} ${inEnglish(word)} ${year}`;
  const [, name = '', ofYear] = MONTH_OF_YEAR.exec(form) ?? [];
  if (ofYear !== undefined && OCTOBER_OR_NOVEMBER.test(name)) return ofYear;
  return ofYear !== undefined && inEnglish(name) !== name ? `${inEnglish(name)} ${ofYear}` : form;
}
