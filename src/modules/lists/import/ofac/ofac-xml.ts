/**
 * OFAC's lists in their advanced XML form (SDN_ADVANCED.XML, CONS_ADVANCED.XML): `DistinctParty` elements, identified
 * by the number that the csv files call ent_num. The words, places and documents that they refer to come before them,
 * and the programmes after, so the parties stay in memory until the file ends.
 */
import { factsField, Identifiers, isPartialDate } from '../../../../matching/index.ts';
import { countriesOf, countryOfCode } from '../country-names.ts';
import { datesOf } from '../dates.ts';
import { listFormat, type ReadRow } from '../list-format.ts';
import { MAX_ID_LENGTH, nameAndAliases } from '../names.ts';
import type { EntityType, ImportedEntry, ImportInput } from '../types.ts';
import {
  addSome,
  addTo,
  childrenOf,
  firstOf,
  takeAll,
  textOf,
  textsBelow,
} from '../xml/element-text.ts';
import { HeldElements } from '../xml/held-elements.ts';
import { readElements, type XmlElement } from '../xml/xml-elements.ts';
import { dateOfPeriod, periodText } from './advanced-dates.ts';
import { namesOf } from './advanced-names.ts';
import {
  REFERENCE_SETS,
  References,
  type OfacDocument,
  type OfacPlace,
} from './advanced-references.ts';
import { parseOfacIdentifier } from './ofac-identifiers.ts';

/** Programmes and other parties, by the profile of a party. */
type Listings = { programs: Map<string, string[]>; relations: Map<string, object[]> };

const ENTITY_TYPES: ReadonlyMap<string, EntityType> = new Map([
  ['Individual', 'person'],
  ['Entity', 'organization'],
  ['Vessel', 'vessel'],
  ['Aircraft', 'aircraft'],
]);

type Report = (reason: string) => void;

/** A value of a feature: a period, a place, or a text. */
type Feature = { label: string; text: string; place: OfacPlace | undefined };

/**
 * Returns features such as "Birthdate", "Location", "Digital Currency Address - XBT". The text of a period is a date if
 * it is one day.
 */
function featuresOf(profile: XmlElement, references: References, report: Report): Feature[] {
  const versions = childrenOf(profile, 'Feature').flatMap((feature) => {
    const label = references.text('FeatureType', feature.attributes['FeatureTypeID']);
    return childrenOf(feature, 'FeatureVersion').map((version) => ({ label, version }));
  });
  return firstOf(versions, 'features', report).map(({ label, version }): Feature => {
    const [detail] = childrenOf(version, 'VersionDetail');
    const [period] = childrenOf(version, 'DatePeriod');
    const [location] = childrenOf(version, 'VersionLocation');
    const reference = references.text('DetailReference', detail?.attributes['DetailReferenceID']);
    const written = period ? (dateOfPeriod(period) ?? periodText(period)) : reference;
    return {
      label,
      text: written || textOf(version, 'VersionDetail'),
      place: references.place(location?.attributes['LocationID']),
    };
  });
}

function placeText({ text, place }: Feature): string {
  if (place === undefined) return text;
  return [...place.parts, place.country].filter((part) => part !== '').join(', ');
}

const NATIONALITIES = new Set([
  'Nationality Country',
  'Citizenship Country',
  'Nationality of Registration',
  'Vessel Flag',
]);

function identifiersOf(
  documents: readonly OfacDocument[],
  features: readonly Feature[],
): Record<string, string> {
  const identifiers = new Identifiers();
  for (const { type, number, country } of documents) {
    const read = parseOfacIdentifier(`${type} ${number}`);
    if (read) identifiers.add(read.key, read.value, country ?? read.country);
  }
  for (const { label, text } of features) {
    const read = parseOfacIdentifier(`${label.replace(/^Vessel Call/i, 'Call')} ${text}`);
    if (read) identifiers.add(read.key, read.value, read.country);
  }
  return identifiers.record;
}

function typeOf(profile: XmlElement, references: References): EntityType {
  const id = profile.attributes['PartySubTypeID'];
  const type = references.attribute('PartySubType', id, 'PartyTypeID');
  return (
    ENTITY_TYPES.get(references.text('PartySubType', id)) ??
    ENTITY_TYPES.get(references.text('PartyType', type)) ??
    'unknown'
  );
}

/** Returns the features by their label, in the words of the file. */
function featuresRaw(features: readonly Feature[]): Record<string, string[]> {
  const byLabel = new Map<string, string[]>();
  for (const feature of features) {
    const text = placeText(feature);
    if (text !== '') addTo(byLabel, feature.label, text);
  }
  return Object.fromEntries(byLabel);
}

/** Returns the entry of a party, or the reason why it has none. */
function toEntry(
  party: XmlElement,
  references: References,
  { programs, relations }: Listings,
  report: Report,
): ImportedEntry | string {
  const externalId = party.attributes['FixedRef'] ?? '';
  const [profile] = childrenOf(party, 'Profile');
  if (externalId === '' || externalId.length > MAX_ID_LENGTH || profile === undefined)
    return 'the party has no usable FixedRef or no Profile';
  const identities = childrenOf(profile, 'Identity');
  const names = identities.flatMap((identity) => namesOf(identity, references));
  const named = nameAndAliases(externalId, names, report);
  if ('problem' in named) return named.problem;
  const reportOf: Report = (reason) => report(`party ${externalId}: ${reason}`);
  const features = featuresOf(profile, references, reportOf);
  const labelled = (...labels: string[]): Feature[] =>
    features.filter(({ label }) => labels.includes(label));
  const texts = (label: string): string[] => labelled(label).map(placeText);
  const profileId = profile.attributes['ID'] ?? externalId;
  const nationalities = features.filter(({ label }) => NATIONALITIES.has(label));
  const entityType = typeOf(profile, references);
  const documents = firstOf(
    identities.flatMap(({ attributes }) => references.takeDocuments(attributes['ID'])),
    'documents',
    reportOf,
  );
  const linked = firstOf(takeAll(relations, profileId), 'relations', reportOf);
  const remarks = textsBelow(party, 'Comment');
  return {
    externalId,
    entityType,
    ...named,
    dobs: datesOf(texts('Birthdate'), 'Birthdate', readDate, report),
    countries: countriesOf(
      nationalities.flatMap(({ place }) => place?.code ?? []),
      countryOfCode,
    ),
    identifiers: identifiersOf(documents, features),
    programs: firstOf([...new Set(takeAll(programs, profileId))], 'programmes', reportOf),
    ...factsField({
      genders: texts('Gender'),
      birthPlaces: texts('Place of Birth'),
      addresses: texts('Location'),
    }),
    raw: {
      ...(remarks.length > 0 && { remarks }),
      ...(documents.length > 0 && { documents }),
      features: featuresRaw(features),
      ...(linked.length > 0 && { relations: linked }),
    },
  };
}

function readDate(text: string): string | undefined {
  return isPartialDate(text) ? text : undefined;
}

/** The comment of a measure with the type "Program" is the programme. */
function addListing(entry: XmlElement, references: References, { programs }: Listings): void {
  const profile = entry.attributes['ProfileID'] ?? '';
  for (const measure of childrenOf(entry, 'SanctionsMeasure')) {
    const type = references.text('SanctionsType', measure.attributes['SanctionsTypeID']);
    const program = textOf(measure, 'Comment');
    if (program !== '' && (type === '' || type === 'Program')) addSome(programs, profile, program);
  }
}

function addRelation(relation: XmlElement, references: References, { relations }: Listings): void {
  const { 'From-ProfileID': from = '', 'To-ProfileID': to = '' } = relation.attributes;
  const type = references.text('RelationType', relation.attributes['RelationTypeID']);
  addSome(relations, from, { relation: type, profile: to });
}

const ELEMENTS: ReadonlySet<string> = new Set([
  ...REFERENCE_SETS,
  'Location',
  'IDRegDocument',
  'DistinctParty',
  'ProfileRelationship',
  'SanctionsEntry',
]);

async function* rows(input: ImportInput): AsyncGenerator<ReadRow, void, undefined> {
  const references = new References();
  const listings: Listings = { programs: new Map(), relations: new Map() };
  const parties = new HeldElements();
  for await (const element of readElements(input.main, 'Sanctions', ELEMENTS)) {
    if (element.name === 'DistinctParty') parties.add(element);
    else if (element.name === 'Location') references.addPlace(element);
    else if (element.name === 'IDRegDocument') references.addDocument(element);
    else if (element.name === 'SanctionsEntry') addListing(element, references, listings);
    else if (element.name === 'ProfileRelationship') addRelation(element, references, listings);
    else references.add(element);
  }
  for (const party of parties.take())
    yield {
      line: party.line,
      toEntry: (omit) => toEntry(party, references, listings, omit),
      called: (id) => `the same party ${id}`,
    };
}

/** OFAC's lists as advanced XML. */
export const ofacXml = listFormat({ name: 'ofac-xml', rows });
