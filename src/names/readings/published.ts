/** Removes the text that publishers and forms add after a name. */
import { trimmed, without, type Field } from './field.ts';
import { formsOf } from './tables.ts';

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
const BOILERPLATE = new RegExp(
  String.raw`(?:[\s;,(]*(?:\band\b|\bor\b|\bincluding\b|\btogether with\b)[\s,]+(?:any|all|its|their|the)\b|\s*[;,(]\s*(?:any|all)\b)(?:[\s,]+(?:any|all|its|their|other|and|or))*[\s,]+${formsOf('successor')}\b.*$`,
  'isu',
);
const AFFILIATES = new RegExp(
  String.raw`[\s;,(]+(?:and|&|or|incl\.?|including|with|und|et|y|e|i|en)\s+(?:(?:all|its|ihre|seine|ses|sus|suas|le sue)\s+)?${formsOf('affiliate')}[).]*$`,
  'iu',
);
/** Words for any part of an organization, in the text after its name. */
const PART_OF_IT = `(?:${formsOf('branch')}|${formsOf('successor')}|${formsOf('affiliate')})`;
/**
 * Matches an organization's own parts with their place: X including its Dubai branch, X and its foreign branches, X y
 * su sucursal de Panamá.
 */
const OWN_PARTS = new RegExp(
  String.raw`[\s;,(]+(?:${formsOf('including')}|${formsOf('with')}\s+${formsOf('its')}\s)(?:[\s,]*\p{L}[\p{L}.'’&-]*[\s,]+){0,5}?(?<=[\s,])${PART_OF_IT}(?![\p{L}\p{N}]).*$`,
  'isu',
);
export const BIRTH =
  /[\s,;(]*(?:(?<!\p{L})(?:dob|d\.o\.b\.?|date of birth|born(?: on| in)?|b\.|aged?|г\. ?р\.?|рожд\.?|род\.)[\s:]*\d|(?<!\d)\d{4} ?г\. ?р\.?|(?<!\d)\d{1,3} ?(?:yrs?|years?|y\/o|лет|ans|años|jahre)(?!\p{L})).*$/isu;
export const NUMBER_INSIDE =
  /[\s,;(]*(?<![\p{L}\p{N}])(?:imo|mmsi|passport|passeport|pp|id|nid|bvn|nin|nric|ic|fin|ktp|nik|cnic|aadhaar|pan|tckn|ssn|tin|inn|cpf|cnpj|curp|dni|cedula|nie|nif|pesel|snils|iban|lei|swift|bic|duns|uei|vat|trn|gst|gstin|pin|uen|brn|acn|kvk|siren|siret|nit|ruc|rut|rfc|cuit|rnc|krs|regon|nip|ico|oib|pib|vkn|mersis|cvr|npwp|mst|cui|eik|afm|ogrn|kpp|unp|bin|edrpou|огрн|кпп|унп|бин|едрпоу|єдрпоу|rc|crn|ein|abn|reg|registration|licen[cs]e|ref|acc|acct|account|a\/c|tel|phone|mobile|mob|fax|инн|паспорт)(?:[\s.:#]*(?:no|nr|number|num)\b)?[\s.:#+]*(?=[a-z]{0,3}\d)(?:[a-z\d./-]{5,}|\d[\d./-]+(?=\s\d{3}))(?:\s\d+)*\b\)?/giu;
/** Matches the reference of a payment, with its number. */
export const REFERENCE =
  /(?<![\p{L}\p{N}])(?:invoice|inv|order|bill|contract|voucher|rechnung|facture|factura|fattura|faktura|sch[eё]t|счет|сч[её]т|договор|накладная|发票|請求書)[\s.:#-]*(?:no|nr|num|number|№)?[\s.:#№-]*[a-z]{0,4}[-/]?\d[\d./-]*(?![\p{L}\p{N}])[\s,:-]*/giu;
const ADDRESS_OF_MAIL =
  /[\s,;(<[]*(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?:\/\/\S+|www\.\S+)[\])>]*/giu;

/** Returns letters in place of their HTML names. */
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

/** Matches a text that may be a name. A ship's name can be two numbers (7-28). */
const NAME = /\p{L}|^\s*\d+-\d+\s*$/u;
/** Removes matches of an expression while a name remains. */
export function cut(field: Field, expression: RegExp): Field {
  const rest = field.text.replace(expression, ' ');
  const isMore = rest !== field.text && NAME.test(rest);
  return isMore ? without(field, rest, ...(field.text.match(expression) ?? []).slice(0, 1)) : field;
}

/**
 * Returns the name that the publisher means: with letters in place of their HTML names, and without text about
 * successors.
 */
export function withoutBoilerplate(field: Field): Field {
  const text = decoded(field.text);
  const plain = text === field.text ? field : { ...field, text: trimmed(text) };
  return [BOILERPLATE, OWN_PARTS, AFFILIATES].reduce(cut, plain);
}

/** Matches a line of a payment message, with its number: 1/Anna Petrova 2/Main Street 3/DE/Berlin. */
const NUMBERED = /(?:^|\s)([1-8])\/\s*/gu;
/** Returns the lines of a payment message with names, which have the number 1. */
function namedLines(text: string): string {
  if (!/^\s*1\//u.test(text)) return text;
  const [, ...lines] = text.split(NUMBERED);
  const names = lines.filter((_, at) => at % 2 === 1 && lines[at - 1] === '1');
  return lines.length > 2 ? names.join(' ') : text;
}

/** Matches the kind of a document and its country before the name, in the machine-readable zone of a passport. */
const ZONE = /^\s*[acipv]<[a-z<]{3}(?=[a-z]+(?:<[a-z]+)*<<)/iu;
/** Returns the name in the machine-readable zone of a passport. */
function inZone(text: string): string {
  const name = text.replace(ZONE, '');
  return name === text ? text : trimmed(name.replaceAll(/<+/g, ' '));
}

/** Matches the share of a party, and marks of brands. */
const SHARE = /(?<=\p{L}\S*)[\s,(–-]*\d{1,3}(?:[.,]\d{1,3})?\s?%\)?/gu;
const BRAND = /[™®©℠]/gu;
/** Returns a field with a mark between parties for each share: Anna Petrova 50% Boris Testov 50%. */
function withoutShares(field: Field): Field {
  const text = inZone(namedLines(field.text)).replaceAll(SHARE, ' / ').replaceAll(BRAND, ' ');
  return text === field.text ? field : { ...field, text: trimmed(text) };
}

/** Removes text that publishers and forms add after a name: successors, dates of birth, numbers, shares. */
export function withoutTrailers(whole: Field): Field {
  const field = withoutShares(whole);
  return [BIRTH, NUMBER_INSIDE, REFERENCE, ADDRESS_OF_MAIL].reduce(cut, withoutBoilerplate(field));
}
