/** Removes the text that publishers and forms add behind a name. */
import { trimmed, without, type Field } from './field.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
  szlig: 'ß',
};
const ENTITY =
  /&(?:#(\d{1,6})|#x([\da-f]{1,5})|(([a-z])(acute|grave|circ|uml|tilde|cedil|ring|caron)|[a-z]{2,5}));/giu;
/** Names of accents in HTML, with the combining character. */
const ACCENTS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030a',
  caron: '\u030c',
};
const BOILERPLATE =
  /[\s;,(]*(?:\band\b|\bor\b|\bincluding\b|\btogether with\b)[\s,]+(?:any|all|its|their|the)\b(?:[\s,]+(?:any|all|its|their|other|and|or))*[\s,]+(?:successors?|sub-?units?|subsidiar(?:y|ies)|affiliates?|affiliated|branch(?:es)?|subordinate|associated|agents?|assign(?:s|ees))\b.*$/isu;
const AFFILIATES =
  /[\s;,(]+(?:and|&|or|incl\.?|including|with)\s+(?:subsidiaries|affiliates|branches|successors|subsidiaries and affiliates|successors and assigns)[).]*$/iu;
export const BIRTH =
  /[\s,;(]*\b(?:dob|d\.o\.b\.?|date of birth|born(?: on| in)?|b\.)[\s:]*\d.*$/isu;
export const NUMBER_INSIDE =
  /[\s,;(]*(?<![\p{L}\p{N}])(?:imo|mmsi|passport|passeport|pp|id|nid|bvn|nin|ssn|tin|inn|cpf|cnpj|curp|dni|cedula|nie|nif|pesel|snils|iban|lei|swift|vat|rc|crn|ein|abn|reg|registration|licen[cs]e|ref|acc|acct|account|a\/c|tel|phone|mobile|mob|fax|инн|паспорт)(?:[\s.:#]*(?:no|nr|number|num)\b)?[\s.:#+]*(?=[a-z]{0,3}\d)[a-z\d./-]{5,}(?:\s\d+)*\b\)?/giu;
const ADDRESS_OF_MAIL = /[\s,;(<[]*[\w.+-]+@[\w-]+(?:\.[\w-]+)+[\])>]*/gu;

/** Returns letters instead of HTML's names for them. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (whole, ...found: (string | undefined)[]) => {
    const [decimal, hex, name, letter, accent] = found;
    if (letter !== undefined) return `${letter}${ACCENTS[accent!.toLowerCase()]}`.normalize('NFC');
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Removes matches of an expression while letters remain. */
export function cut(field: Field, expression: RegExp): Field {
  const rest = field.text.replace(expression, ' ');
  const isMore = rest !== field.text && /\p{L}/u.test(rest);
  return isMore ? without(field, rest, ...(field.text.match(expression) ?? []).slice(0, 1)) : field;
}

/** Returns the text that the publisher means: with letters instead of HTML's names, without text about successors. */
export function withoutBoilerplate(field: Field): Field {
  const text = decoded(field.text);
  const plain = text === field.text ? field : { ...field, text: trimmed(text) };
  return cut(cut(plain, BOILERPLATE), AFFILIATES);
}

/** Removes text that publishers and forms add behind a name: successors, dates of birth, numbers. */
export function withoutTrailers(field: Field): Field {
  return [BIRTH, NUMBER_INSIDE, ADDRESS_OF_MAIL].reduce(cut, withoutBoilerplate(field));
}
