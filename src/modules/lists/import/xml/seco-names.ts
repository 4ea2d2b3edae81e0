/** Names as SECO's list writes them: in parts, each with its spellings in other scripts. */
import { cleanText } from '../names.ts';
import type { ImportedAlias } from '../types.ts';
import { addTo, childrenOf, textOf } from './element-text.ts';
import type { XmlElement } from './xml-elements.ts';

/** Maximum number of names made from one: the spellings of the parts multiply. Real names give fewer than ten. */
const MOST_SPELLINGS = 50;
/** Maximum number of parts of a name, and languages and scripts of its spellings. */
const MOST_PARTS = 20;
const MOST_SCRIPTS = 20;

type Report = (reason: string) => void;

function first<T>(all: readonly T[], most: number, what: string, report: Report): readonly T[] {
  if (all.length <= most) return all;
  report(`a name has ${all.length} ${what}; ${most} are read`);
  return all.slice(0, most);
}

type Part = { value: string; variants: ReadonlyMap<string, readonly string[]> };

/** Titles are not part of a name. Language and script identify a spelling. */
function partsOf(name: XmlElement): Part[] {
  const parts = childrenOf(name, 'name-part')
    .filter(({ attributes }) => attributes['name-part-type'] !== 'title')
    .toSorted((a, b) => Number(a.attributes['order'] ?? 0) - Number(b.attributes['order'] ?? 0));
  return parts.map((part) => {
    const variants = new Map<string, string[]>();
    for (const variant of childrenOf(part, 'spelling-variant')) {
      const key = `${variant.attributes['lang'] ?? ''} ${variant.attributes['script'] ?? ''}`;
      addTo(variants, key, cleanText(variant.text));
    }
    return { value: textOf(part, 'value'), variants };
  });
}

/** Returns the names made of one value of each part. */
function combined(parts: readonly (readonly string[])[]): string[] {
  let names = [''];
  for (const values of parts)
    names = names
      .flatMap((name) => values.map((value) => cleanText(`${name} ${value}`)))
      .slice(0, MOST_SPELLINGS);
  return names;
}

/** Returns a name and its spellings. Spellings in one script are combined; a part without one stays unchanged. */
function spellingsOf(name: XmlElement, report: Report): string[] {
  const parts = first(partsOf(name), MOST_PARTS, 'parts', report);
  const all = new Set(parts.flatMap(({ variants }) => [...variants.keys()]));
  const scripts = first([...all], MOST_SCRIPTS, 'languages and scripts', report);
  const written = cleanText(parts.map(({ value }) => value).join(' '));
  const others = scripts.flatMap((script) =>
    combined(parts.map(({ value, variants }) => variants.get(script) ?? [value])),
  );
  return [...new Set([written, ...others])].filter((spelling) => spelling !== '');
}

export type SecoName = ImportedAlias & { isPrimary: boolean };

/** `name-type` is primary-name, alias or formerly-known-as, `quality` good or low. */
export function namesOf(name: XmlElement, isMain: boolean, report: Report): SecoName[] {
  const { 'name-type': type, quality } = name.attributes;
  return spellingsOf(name, report).map((spelling, index) => ({
    name: spelling,
    quality: quality === 'low' ? 'weak' : 'strong',
    kind: type === 'formerly-known-as' ? 'fka' : 'aka',
    isPrimary: isMain && type === 'primary-name' && index === 0,
  }));
}
