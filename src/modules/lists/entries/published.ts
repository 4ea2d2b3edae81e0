import { isObject } from '../../../matching/index.ts';
import { withComments } from '../import/ofac/ofac-rows.ts';

/** Columns and properties, of all formats, that have a separate place in the answer. */
const FIELDS = {
  remarks: [
    'comments1',
    'entity_remark',
    'justification',
    'notes',
    'other-information',
    'other_information',
    'remark',
    'remarks',
    'uk_statement_of_reasons',
  ],
  addresses: ['address', 'addresses', 'individual_address', 'entity_address'],
} as const;
const ADDRESS_COLUMN =
  /^address_(?:line_)?\d$|^address_(?:city|country|countrydescription|postal_code|street|zipcode)$/;

/** Maximum number of shown items of one kind. No one would read more, and `raw` has all of them. */
const MOST = 200;

export type Published = Record<keyof typeof FIELDS, string[]>;

/**
 * Returns the texts of a value. An object gives one text of its values in order; an element with attributes gives its
 * text.
 */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (isObject(value)) {
    if (typeof value['text'] === 'string') return textsOf(value['text']);
    const parts = Object.values(value).flatMap(textsOf);
    return parts.length > 0 ? [parts.join(', ')] : [];
  }
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
}

/** Returns the row of OFAC's main file, with the part of its remarks that is in the file of longer ones. */
export function wholeRow({ sdn, comments }: Record<string, unknown>): unknown {
  if (!isObject(sdn) || !Array.isArray(comments)) return sdn;
  const more = comments.filter(isObject).map((row) => row['comments']);
  const texts = more.filter((text) => typeof text === 'string');
  const remarks = typeof sdn['remarks'] === 'string' ? sdn['remarks'] : '';
  return { ...sdn, remarks: withComments(remarks, texts.join('')) };
}

/** Reads facts that only some formats have from the publisher's fields. */
export function publishedIn(raw: Record<string, unknown>): Published {
  const found = { remarks: new Set<string>(), addresses: new Set<string>() };
  const waiting: unknown[] = ['sdn' in raw ? { ...raw, sdn: wholeRow(raw) } : raw];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (Array.isArray(value)) waiting.push(...value.toReversed());
    if (!isObject(value)) continue;
    const nested: unknown[] = [];
    const address: string[] = [];
    for (const [key, field] of Object.entries(value)) {
      const name = key.toLowerCase().replaceAll(' ', '_');
      const shown = (Object.keys(FIELDS) as (keyof Published)[]).find((one) =>
        (FIELDS[one] as readonly string[]).includes(name),
      );
      if (ADDRESS_COLUMN.test(name)) address.push(...textsOf(field));
      else if (shown) for (const text of textsOf(field)) found[shown].add(text);
      else nested.push(field);
    }
    if (address.length > 0) found.addresses.add(address.join(', '));
    waiting.push(...nested.toReversed());
  }
  const first = (texts: Set<string>) => [...texts].slice(0, MOST);
  return {
    remarks: first(found.remarks),
    addresses: first(found.addresses),
  };
}
