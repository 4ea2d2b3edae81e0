/** Values to which the parties of OFAC's advanced XML refer by id: words, places and documents. */
import { countryOfCode, countryOfName } from '../country-names.ts';
import { sharedText } from '../names.ts';
import { addSome, childrenOf, takeAll, textOf } from '../xml/element-text.ts';
import type { XmlElement } from '../xml/xml-elements.ts';

/** The sets of `ReferenceValueSets` that are read. */
export const REFERENCE_SETS = [
  'AliasType',
  'AreaCode',
  'Country',
  'DetailReference',
  'FeatureType',
  'IDRegDocType',
  'LegalBasis',
  'List',
  'LocPartType',
  'NamePartType',
  'PartySubType',
  'PartyType',
  'RelationType',
  'SanctionsType',
] as const;
type ReferenceSet = (typeof REFERENCE_SETS)[number];

type Reference = { text: string; attributes: XmlElement['attributes'] };

/** A place: its parts in the order of an address, and the country if it is known. */
export type OfacPlace = { parts: string[]; country: string; code: string | undefined };

export type OfacDocument = { type: string; number: string; country: string | undefined };

const PLACE_ORDER = [
  'ADDRESS1',
  'ADDRESS2',
  'ADDRESS3',
  'CITY',
  'REGION',
  'STATE/PROVINCE',
  'POSTAL CODE',
];

/** Returns the value marked as primary; the others are the same name in other scripts. */
function primaryValue(part: XmlElement): string {
  const values = childrenOf(part, 'LocationPartValue');
  const primary = values.find(({ attributes }) => attributes['Primary'] === 'true') ?? values[0];
  return primary ? textOf(primary, 'Value') : '';
}

/** All data that precedes the parties in the file. */
export class References {
  readonly #values = new Map<string, Reference>();
  readonly #places = new Map<string, OfacPlace>();
  readonly #documents = new Map<string, OfacDocument[]>();

  /** Stores an element of one of the sets. */
  add(element: XmlElement): void {
    const { name, attributes } = element;
    const text = sharedText(element.text);
    this.#values.set(`${name} ${attributes['ID'] ?? ''}`, { text, attributes });
  }

  /** Returns the text of a value; empty if the file has none. */
  text(set: ReferenceSet, id: string | undefined): string {
    return this.#values.get(`${set} ${id ?? ''}`)?.text ?? '';
  }

  attribute(set: ReferenceSet, id: string | undefined, name: string): string {
    return this.#values.get(`${set} ${id ?? ''}`)?.attributes[name] ?? '';
  }

  countryCode(id: string | undefined): string | undefined {
    const code = countryOfCode(this.attribute('Country', id, 'ISO2'));
    return code ?? countryOfName(this.text('Country', id));
  }

  /** Stores a Location. A country alone may be in a part of the type "Unknown". */
  addPlace(location: XmlElement): void {
    const parts = new Map(
      childrenOf(location, 'LocationPart').map((part) => [
        this.text('LocPartType', part.attributes['LocPartTypeID']),
        sharedText(primaryValue(part)),
      ]),
    );
    const [country] = childrenOf(location, 'LocationCountry').map(({ attributes }) => {
      const id = attributes['CountryID'];
      return { name: this.text('Country', id), code: this.countryCode(id) };
    });
    const [area] = childrenOf(location, 'LocationAreaCode').map(({ attributes }) => {
      const id = attributes['AreaCodeID'];
      const name = this.attribute('AreaCode', id, 'Description');
      return { name, code: countryOfCode(this.text('AreaCode', id)) ?? countryOfName(name) };
    });
    const unknown = parts.get('Unknown') ?? '';
    const code = country?.code ?? area?.code ?? countryOfName(unknown);
    this.#places.set(location.attributes['ID'] ?? '', {
      parts: PLACE_ORDER.map((part) => parts.get(part) ?? '').filter((part) => part !== ''),
      country: code === undefined ? unknown : country?.name || area?.name || unknown,
      code,
    });
  }

  place(id: string | undefined): OfacPlace | undefined {
    return this.#places.get(id ?? '');
  }

  /** Stores an IDRegDocument of an identity. */
  addDocument(document: XmlElement): void {
    const { IDRegDocTypeID: type, IdentityID: identity = '', ...attributes } = document.attributes;
    const number = textOf(document, 'IDRegistrationNo');
    if (number === '') return;
    const country = this.countryCode(attributes['IssuedBy-CountryID']);
    addSome(this.#documents, identity, { type: this.text('IDRegDocType', type), number, country });
  }

  /** Returns and removes the documents of an identity, which no other party has. */
  takeDocuments(identity: string | undefined): OfacDocument[] {
    return takeAll(this.#documents, identity ?? '');
  }
}
