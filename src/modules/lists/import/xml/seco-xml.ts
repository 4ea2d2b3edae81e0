/**
 * Switzerland's list of the State Secretariat for Economic Affairs (SECO) as XML
 * (https://www.sesam.search.admin.ch/sesam-search-web/pages/downloadXmlGesamtliste.xhtml?lang=en&action=downloadXmlGesamtlisteAction):
 * `target` elements of a `swiss-sanctions-list`, identified by `ssid`. Programmes come before the targets that refer
 * to them, places after, so targets stay in memory until the file ends. The file keeps removed targets, with the
 * changes of each (`modification`).
 */
import { factsField, Identifiers } from '../../../../matching/index.ts';
import { countriesOf, countryOfCode, countryOfName } from '../country-names.ts';
import { dateOfParts, datesOf, parseIsoDate } from '../dates.ts';
import { listFormat, type ReadRow } from '../list-format.ts';
import { MAX_ID_LENGTH, MAX_VALUES, nameAndAliases, sharedText } from '../names.ts';
import {
  ImportFormatError,
  type EntityType,
  type ImportedEntry,
  type ImportInput,
} from '../types.ts';
import { childOf, childrenOf, firstOf, textOf, textsOf, toFullRaw } from './element-text.ts';
import { HeldElements } from './held-elements.ts';
import { addNumbersIn, documentKind } from './seco-numbers.ts';
import { namesOf } from './seco-names.ts';
import { readElements, type XmlElement } from './xml-elements.ts';

/** Elements that targets refer to, by `ssid`. */
type References = { programs: Map<string, string>; places: Map<string, XmlElement> };

const TARGETS: readonly (readonly [string, EntityType])[] = [
  ['individual', 'person'],
  ['entity', 'organization'],
  ['object', 'unknown'],
];

/**
 * Returns true if the latest modification removed the target. If the dates are equal, the first one counts: the list
 * writes them from the latest to the earliest.
 */
function isDelisted(target: XmlElement): boolean {
  const dated = childrenOf(target, 'modification').map(({ attributes }) => ({
    type: attributes['modification-type'],
    date:
      attributes['effective-date'] ??
      attributes['enactment-date'] ??
      attributes['publication-date'] ??
      '',
  }));
  const [latest] = dated.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
  return latest?.type === 'de-listed';
}

function countryOf(element: XmlElement | undefined): string | undefined {
  const code = countryOfCode(element?.attributes['iso-code'] ?? '');
  return code ?? countryOfName(element?.text ?? '');
}

const ADDRESS_PARTS = ['c-o', 'address-details', 'p-o-box', 'zip-code'];
const PLACE_PARTS = ['location', 'area', 'country'];

/** Returns the parts in the element and in the place that it refers to, the country last. */
function placeText(element: XmlElement, { places }: References): string {
  const place = places.get(element.attributes['place-id'] ?? '');
  return [
    ...ADDRESS_PARTS.flatMap((part) => textsOf(element, part)),
    ...PLACE_PARTS.flatMap((part) => {
      const own = textsOf(element, part);
      return own.length > 0 || place === undefined ? own : textsOf(place, part);
    }),
  ].join(', ');
}

/** Returns the parts of a place, which many targets may refer to. */
function placeOf(element: XmlElement): XmlElement {
  const parts = PLACE_PARTS.flatMap((part) => childOf(element, part) ?? []);
  const children = parts.map((part) => ({ ...part, text: sharedText(part.text), children: [] }));
  return { ...element, children };
}

function placeCountry(element: XmlElement, { places }: References): string | undefined {
  const place = places.get(element.attributes['place-id'] ?? '');
  return countryOf(childOf(element, 'country')) ?? countryOf(place && childOf(place, 'country'));
}

function dobOf({ attributes }: XmlElement): string {
  const { year = '', month, day } = attributes;
  return dateOfParts(year, month, day) ?? [year, month, day].filter((part) => part).join(' ');
}

function identifiersOf(
  node: XmlElement,
  identities: readonly XmlElement[],
): Record<string, string> {
  const identifiers = new Identifiers();
  for (const document of identities.flatMap((one) => childrenOf(one, 'identification-document'))) {
    const issuer = childOf(document, 'issuer');
    const country = countryOfCode(issuer?.attributes['code'] ?? '') ?? countryOf(issuer);
    for (const number of textsOf(document, 'number'))
      identifiers.add(documentKind(document.attributes['document-type']), number, country);
  }
  for (const text of textsOf(node, 'other-information')) addNumbersIn(text, identifiers);
  return identifiers.record;
}

/** Returns a person's nationalities, or the countries of the addresses of others. */
function countriesOfTarget(
  identities: readonly XmlElement[],
  isPerson: boolean,
  references: References,
): string[] {
  const all = (name: string): XmlElement[] =>
    identities.flatMap((one) => childrenOf(one, name)).slice(0, MAX_VALUES);
  const nationalities = all('nationality').map((one) => countryOf(childOf(one, 'country')));
  const addresses = all('address').map((place) => placeCountry(place, references));
  const codes = isPerson || nationalities.some((code) => code) ? nationalities : addresses;
  return countriesOf(
    codes.filter((code) => code !== undefined),
    countryOfCode,
  );
}

function typeOf(node: XmlElement, type: EntityType): EntityType {
  const object = node.attributes['object-type'];
  return object === 'vessel' || object === 'aircraft' ? object : type;
}

/** Returns the entry of a target, or the reason why it has none. */
function toEntry(
  target: XmlElement,
  references: References,
  report: (reason: string) => void,
): ImportedEntry | string {
  const { ssid: externalId = '', 'sanctions-set-id': set = '' } = target.attributes;
  if (externalId === '' || externalId.length > MAX_ID_LENGTH)
    return 'the target has no usable ssid';
  const [type, node] =
    TARGETS.flatMap(([name, of]): [EntityType, XmlElement][] =>
      childrenOf(target, name).map((child) => [typeOf(child, of), child]),
    )[0] ?? [];
  if (node === undefined || type === undefined)
    return `the target ${externalId} is not an individual, entity or object`;
  const identities = childrenOf(node, 'identity');
  const names = identities.flatMap((identity) =>
    childrenOf(identity, 'name').flatMap((name) =>
      namesOf(name, identity.attributes['main'] !== 'false', report),
    ),
  );
  const named = nameAndAliases(externalId, names, report);
  if ('problem' in named) return named.problem;
  const all = (called: string): XmlElement[] =>
    firstOf(
      identities.flatMap((one) => childrenOf(one, called)),
      `elements ${called}`,
      (reason) => report(`target ${externalId}: ${reason}`),
    );
  const isPerson = type === 'person';
  const sets = new Set([set, ...textsOf(target, 'sanctions-set-id')]);
  return {
    externalId,
    entityType: type,
    ...named,
    dobs: isPerson
      ? datesOf(all('day-month-year').map(dobOf), 'day-month-year', parseIsoDate, report)
      : [],
    countries: countriesOfTarget(identities, isPerson, references),
    identifiers: identifiersOf(node, identities),
    programs: [...new Set([...sets].flatMap((id) => references.programs.get(id) ?? []))],
    ...factsField({
      genders: [node.attributes['sex']],
      birthPlaces: all('place-of-birth').map((place) => placeText(place, references)),
      addresses: all('address').map((place) => placeText(place, references)),
    }),
    raw: toFullRaw({
      ...target,
      children: target.children.filter((child) => child.name !== 'modification'),
    }),
  };
}

/** Returns the English text if there is one. */
function inEnglish(program: XmlElement, name: string): string {
  const texts = childrenOf(program, name);
  const english = texts.find(({ attributes }) => attributes['lang'] === 'eng');
  return textOf({ ...program, children: english ? [english] : texts }, name);
}

function addProgram(program: XmlElement, { programs }: References): void {
  const name = sharedText(inEnglish(program, 'program-key') || inEnglish(program, 'program-name'));
  for (const set of childrenOf(program, 'sanctions-set'))
    if (name !== '') programs.set(set.attributes['ssid'] ?? '', name);
}

function refusePart(attributes: XmlElement['attributes']): void {
  const type = attributes['list-type'];
  if (type !== undefined && type !== 'whole-list')
    throw new ImportFormatError(`the file is a "${type}" and not the whole list`);
}

const ELEMENTS = new Set(['sanctions-program', 'target', 'place']);

async function* rows(input: ImportInput): AsyncGenerator<ReadRow, void, undefined> {
  const references: References = { programs: new Map(), places: new Map() };
  const targets = new HeldElements();
  for await (const element of readElements(
    input.main,
    'swiss-sanctions-list',
    ELEMENTS,
    refusePart,
  )) {
    if (element.name === 'sanctions-program') addProgram(element, references);
    else if (element.name === 'place')
      references.places.set(element.attributes['ssid'] ?? '', placeOf(element));
    else if (!isDelisted(element)) targets.add(element);
  }
  for (const target of targets.take())
    yield {
      line: target.line,
      toEntry: (omit) => toEntry(target, references, omit),
      called: (id) => `the same target ${id}`,
    };
}

/** Switzerland's sanctions list. */
export const secoXml = listFormat({ name: 'seco-xml', rows });
