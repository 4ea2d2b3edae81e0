/** Returns the content of elements in the form that entries use. */
import { cleanText, MAX_VALUES } from '../names.ts';
import type { XmlElement } from './xml-elements.ts';

/** Returns the children named `name`. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** Returns the non-empty texts of the children named `name`. */
export function textsOf(element: XmlElement, name: string): string[] {
  return childrenOf(element, name)
    .map((child) => cleanText(child.text))
    .filter((text) => text !== '');
}

/** Returns the first of these texts; empty if there is none. */
export function textOf(element: XmlElement, name: string): string {
  return textsOf(element, name)[0] ?? '';
}

/** Adds a value to those of a key. */
export function addTo<T>(values: Map<string, T[]>, key: string, value: T): void {
  const all = values.get(key);
  if (all) all.push(value);
  else values.set(key, [value]);
}

/** Adds a value in the same way, up to one more than are kept. */
export function addSome<T>(values: Map<string, T[]>, key: string, value: T): void {
  const known = values.get(key);
  if (!known?.includes(value) && (known?.length ?? 0) <= MAX_VALUES) addTo(values, key, value);
}

/** Removes and returns the values of a key, so that no two entries get the same. */
export function takeAll<T>(values: Map<string, T[]>, key: string): T[] {
  const all = values.get(key) ?? [];
  values.delete(key);
  return all;
}

/** Returns as many values as are kept per entry, and reports if there are more. */
export function firstOf<T>(
  values: readonly T[],
  what: string,
  report: (reason: string) => void,
): T[] {
  if (values.length > MAX_VALUES)
    report(`it has more than ${MAX_VALUES} ${what}; ${MAX_VALUES} are kept`);
  return values.slice(0, MAX_VALUES);
}

/** Returns JSON: elements with children are objects, repeated ones arrays, and empty ones are omitted. */
export function toRaw(element: XmlElement): Record<string, unknown> {
  const values = new Map<string, unknown[]>();
  for (const child of element.children) {
    const value = child.children.length > 0 ? toRaw(child) : cleanText(child.text);
    if (typeof value === 'string' ? value === '' : Object.keys(value).length === 0) continue;
    addTo(values, child.name, value);
  }
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length > 1 ? all : all[0]]),
  );
}

/**
 * Returns the same JSON with attributes as fields before the children. The text of an element with attributes is its
 * field `text`.
 */
export function toFullRaw(element: XmlElement): Record<string, unknown> {
  const values = new Map<string, unknown[]>(
    Object.entries(element.attributes).map(([name, value]) => [name, [value]]),
  );
  const add = (name: string, value: unknown): void => {
    addTo(values, name, value);
  };
  for (const child of element.children) {
    const { text, ...rest } = toFullRaw(child);
    if (Object.keys(rest).length > 0)
      add(child.name, text === undefined ? rest : { ...rest, text });
    else if (text !== undefined) add(child.name, text);
  }
  const text = cleanText(element.text);
  if (text !== '' && element.children.length === 0) add('text', text);
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length > 1 ? all : all[0]]),
  );
}

/** Returns the first child named `name`. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** Returns the non-empty texts of the elements named `name` at any depth below, in file order. */
export function textsBelow(element: XmlElement, name: string): string[] {
  return element.children.flatMap((child) => {
    const text = child.name === name ? cleanText(child.text) : '';
    return [...(text === '' ? [] : [text]), ...textsBelow(child, name)];
  });
}

/** Returns the elements named `name` at any depth below, in file order. */
export function elementsBelow(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...elementsBelow(child, name),
  ]);
}
