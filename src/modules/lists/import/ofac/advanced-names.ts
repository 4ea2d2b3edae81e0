/** Names of OFAC's advanced XML: in parts, whose types are in groups of the identity. */
import { cleanText } from '../names.ts';
import type { ImportedAlias } from '../types.ts';
import { childrenOf, elementsBelow } from '../xml/element-text.ts';
import type { XmlElement } from '../xml/xml-elements.ts';
import type { References } from './advanced-references.ts';

/** In spoken order. Parts of other types come before these, in the order of the file. */
const SPOKEN_ORDER = [
  'First Name',
  'Middle Name',
  'Patronymic',
  'Last Name',
  'Matronymic',
  'Maiden Name',
];

const KINDS: ReadonlyMap<string, ImportedAlias['kind']> = new Map([
  ['Name', 'aka'],
  ['A.K.A.', 'aka'],
  ['F.K.A.', 'fka'],
  ['N.K.A.', 'nka'],
]);

export type OfacName = ImportedAlias & { isPrimary: boolean };

function nameOf(documented: XmlElement, types: ReadonlyMap<string, string>): string {
  const parts = elementsBelow(documented, 'NamePartValue').map(({ text, attributes }) => {
    const type = types.get(attributes['NamePartGroupID'] ?? '') ?? '';
    return { text, place: SPOKEN_ORDER.indexOf(type) };
  });
  return cleanText(
    parts
      .toSorted((a, b) => a.place - b.place)
      .map(({ text }) => text)
      .join(' '),
  );
}

/** Returns the names of an identity: an alias has one for each script. */
export function namesOf(identity: XmlElement, references: References): OfacName[] {
  const types = new Map(
    elementsBelow(identity, 'NamePartGroup').map(({ attributes }) => [
      attributes['ID'] ?? '',
      references.text('NamePartType', attributes['NamePartTypeID']),
    ]),
  );
  return childrenOf(identity, 'Alias').flatMap((alias) => {
    const { AliasTypeID: type, Primary: primary, LowQuality: low } = alias.attributes;
    return childrenOf(alias, 'DocumentedName').map((documented, index): OfacName => ({
      name: nameOf(documented, types),
      quality: low === 'true' ? 'weak' : 'strong',
      kind: KINDS.get(references.text('AliasType', type)) ?? 'other',
      isPrimary: primary === 'true' && index === 0,
    }));
  });
}
