/**
 * Canada's consolidated autonomous sanctions list as XML
 * (https://www.international.gc.ca/world-monde/assets/office_docs/international_relations-relations_internationales/sanctions/sema-lmes.xml):
 * `record` elements of a `data-set`. The names of their children are English, or since August 2026 English and French
 * ("Country-Pays"); the English part is read. A record has no id, and the numbers of a schedule's items start again
 * for each regulation. So country, schedule, item and name together identify an entry.
 */
import { countryOfName } from '../country-names.ts';
import { datesOf, parseIsoDate, parseUkDate } from '../dates.ts';
import { Identifiers } from '../../../../matching/index.ts';
import { cleanText, MAX_ID_LENGTH, primaryName, usableAliases } from '../names.ts';
import type { EntityType, ImportedAlias, ImportedEntry } from '../types.ts';
import { toRaw } from './element-text.ts';
import type { XmlElement } from './xml-elements.ts';
import { xmlFormat } from './xml-list.ts';

/** Returns the texts of a record by the English part of their element's name. */
function fieldsOf(record: XmlElement): ReadonlyMap<string, string> {
  return new Map(
    record.children.map((child) => [child.name.split('-')[0] ?? '', cleanText(child.text)]),
  );
}

/** "A; B, C" gives several aliases or dates. */
function partsOf(text: string): string[] {
  return text
    .split(/[;,]/)
    .map(cleanText)
    .filter((part) => part !== '');
}

/** Returns the date as ISO writes it, or in English ("Jun 1963"). */
function parseDate(text: string): string | undefined {
  return parseIsoDate(text) ?? parseUkDate(text);
}

/** "Russia / Russie" is a country. The title of regulations that concern no country has no code. */
function countriesOf(text: string): string[] {
  const country = countryOfName(text.split('/')[0] ?? '');
  return country === undefined ? [] : [country];
}

function typeOf(isNamedPerson: boolean, imo: string): EntityType {
  if (imo !== '') return 'vessel';
  return isNamedPerson ? 'person' : 'organization';
}

/** Returns the entry of a record, or the reason why it has none. A ship's build date is not a date of birth. */
function toEntry(record: XmlElement, report: (reason: string) => void): ImportedEntry | string {
  const fields = fieldsOf(record);
  const field = (name: string): string => fields.get(name) ?? '';
  const person = cleanText(`${field('GivenName')} ${field('LastName')}`);
  const written = field('EntityOrShip') || person;
  const aliases = partsOf(field('Aliases')).map((alias): ImportedAlias => ({
    name: alias,
    quality: 'strong',
    kind: 'aka',
  }));
  const primary = primaryName('the name', written, aliases, report);
  if ('problem' in primary) return primary.problem;
  const { name } = primary;
  const imo = field('ShipIMONumber');
  const entityType = typeOf(person !== '', imo);
  const identifiers = new Identifiers();
  if (imo !== '') identifiers.add('imo', imo);
  const dates = field('DateOfBirthOrShipBuildDate') || field('DateOfBirth');
  const regulation = field('Country');
  const id = [regulation.split(' / ')[0], field('Schedule'), field('Item'), name];
  return {
    externalId: id.join(' | ').slice(0, MAX_ID_LENGTH),
    entityType,
    name,
    aliases: usableAliases(name, aliases, report),
    dobs: entityType === 'person' ? datesOf(partsOf(dates), 'DateOfBirth', parseDate, report) : [],
    countries: countriesOf(regulation),
    identifiers: identifiers.record,
    programs: regulation === '' ? [] : [regulation],
    raw: toRaw(record),
  };
}

/** Canada's consolidated autonomous sanctions list. */
export const semaXml = xmlFormat({
  name: 'sema-xml',
  root: 'data-set',
  elements: ['record'],
  toEntry,
});
