import { entityHint, type EntityHint } from '../../names/index.ts';
import type { EntryFacts } from '../facts/compare.ts';
import { ENTITY_TYPES, type EntityType } from '../facts/listed.ts';
import type { ListedFacts } from '../facts/schemas.ts';
import { ByteReader, GrowingBytes } from './bytes.ts';
import type { EntryLabels } from '../labels/pep.ts';
import { pushFacts, readFacts } from './listed/listed-facts.ts';
import { pushLabels, readLabels, type ReadLabels } from './listed/listed-labels.ts';

/** The quality of an alias. Lists mark broad or doubtful names as weak. */
export type NameQuality = 'strong' | 'weak';

/** An entry of a list in the form that is added to a segment. */
export type EntryInput = {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly {
    readonly name: string;
    readonly quality?: NameQuality | undefined;
  }[];
  /** Partial dates, as matching/dates.ts reads them. */
  readonly dobs: readonly string[];
  /** ISO 3166-1 alpha-2 codes. */
  readonly countries: readonly string[];
  readonly entityType: string;
  /** Identifiers by kind, under the names of the publisher or organization. */
  readonly identifiers?: Readonly<Record<string, string>> | null;
  readonly facts?: ListedFacts | null;
  readonly labels?: EntryLabels | null;
};

/** An entry as a segment returns it. */
export type SegmentEntry = {
  readonly id: string;
  readonly name: string;
  readonly dobs: string[];
  readonly countries: string[];
};

export type StoredName = {
  readonly text: string;
  readonly quality: NameQuality;
};

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TYPE_ID = /^([a-z]{1,16})_([0-7][0-9a-hjkmnp-tv-z]{25})$/;
const VALUE_OF = Int8Array.from({ length: 128 }, (_, code) =>
  ALPHABET.indexOf(String.fromCharCode(code)),
);

/** Stores 26 characters of base32 as 16 bytes; see platform/ids.ts. */
function pushBase32(text: string, bytes: GrowingBytes): void {
  let buffer = 0;
  let bits = -2;
  for (let i = 0; i < text.length; i++) {
    buffer = ((buffer << 5) | VALUE_OF[text.charCodeAt(i)]!) & 0xffff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((buffer >>> bits) & 255);
    }
  }
}

function readBase32(reader: ByteReader): string {
  let text = '';
  let buffer = 0;
  let bits = 2;
  for (let i = 0; i < 16; i++) {
    buffer = ((buffer << 8) | reader.byte()) & 0xffff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(buffer >>> bits) & 31]!;
    }
  }
  return text;
}

const FULL_DATE = /^\d{4}-\d\d-\d\d$/;
/**
 * This value, one more than the maximum length of a text, marks a packed date: year (two bytes), month and day follow.
 */
const PACKED_DATE = 0;

/** Most dates are full dates, which take five bytes instead of eleven. */
function pushDate(date: string, bytes: GrowingBytes): void {
  if (!FULL_DATE.test(date)) {
    const length = Buffer.byteLength(date);
    bytes.pushVarint(length + 1);
    bytes.pushRaw(date, length);
    return;
  }
  const year = Number(date.slice(0, 4));
  bytes.push(PACKED_DATE);
  bytes.push(year & 127);
  bytes.push(year >>> 7);
  bytes.push(Number(date.slice(5, 7)));
  bytes.push(Number(date.slice(8)));
}

function readDate(reader: ByteReader): string {
  const head = reader.varint();
  if (head !== PACKED_DATE) return reader.raw(head - 1);
  const year = reader.byte() + (reader.byte() << 7);
  const [month, day] = [reader.byte(), reader.byte()];
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** The lowest bits of a record's first byte are its type. */
const TYPE_MASK = 7;
const PLAIN_ID = 8;
const HAS_FACTS = 16;
const HAS_LABELS = 32;

function typeIndex(type: string): number {
  return Math.max(0, ENTITY_TYPES.indexOf(type as EntityType));
}

/** Writes entry records: id, dates, countries, facts, labels and names, one after the other. */
export class EntryWriter {
  readonly bytes = new GrowingBytes();
  readonly prefixes: string[] = [];

  /** @param names the primary name first */
  write(entry: EntryInput, names: readonly StoredName[]): void {
    const { bytes, prefixes } = this;
    const typed = TYPE_ID.exec(entry.id);
    const flags =
      (typed === null ? PLAIN_ID : 0) |
      (entry.facts ? HAS_FACTS : 0) |
      (entry.labels ? HAS_LABELS : 0);
    bytes.push(typeIndex(entry.entityType) | flags);
    if (typed === null) bytes.pushText(entry.id);
    else {
      let prefix = prefixes.indexOf(typed[1]!);
      if (prefix < 0) prefix = prefixes.push(typed[1]!) - 1;
      bytes.pushVarint(prefix);
      pushBase32(typed[2]!, bytes);
    }
    bytes.pushVarint(entry.dobs.length);
    for (const date of entry.dobs) pushDate(date, bytes);
    bytes.pushVarint(entry.countries.length);
    for (const country of entry.countries) bytes.pushText(country);
    if (entry.facts) pushFacts(entry.facts, bytes);
    if (entry.labels) pushLabels(entry.labels, bytes);
    for (const { text, quality } of names) {
      const length = Buffer.byteLength(text);
      bytes.pushVarint(2 * length + (quality === 'weak' ? 1 : 0));
      bytes.pushRaw(text, length);
    }
  }
}

function readTexts(reader: ByteReader): string[] {
  const texts: string[] = [];
  for (let left = reader.varint(); left > 0; left--) texts.push(reader.text());
  return texts;
}

/** Returns the quality for the number that precedes a name. */
function qualityOf(head: number): NameQuality {
  return (head & 1) === 1 ? 'weak' : 'strong';
}

/** Reads the output of EntryWriter. */
export class EntryReader {
  readonly #reader: ByteReader;
  readonly #prefixes: readonly string[];

  constructor(bytes: Uint8Array, prefixes: readonly string[]) {
    this.#reader = new ByteReader(bytes);
    this.#prefixes = prefixes;
  }

  #id(flags: number): string {
    const reader = this.#reader;
    if ((flags & PLAIN_ID) !== 0) return reader.text();
    const prefix = this.#prefixes[reader.varint()]!;
    return `${prefix}_${readBase32(reader)}`;
  }

  /** Returns the entry whose record begins at `start`. */
  entry(start: number): SegmentEntry {
    const reader = this.#reader;
    reader.at = start;
    const flags = reader.byte();
    const id = this.#id(flags);
    const dobs = Array.from({ length: reader.varint() }, () => readDate(reader));
    const countries = readTexts(reader);
    this.#skipBlocks(flags, HAS_FACTS | HAS_LABELS);
    return { id, dobs, countries, name: this.#name().text };
  }

  /** Returns the type of the entry whose record begins at `start`. */
  type(start: number): EntityType {
    this.#reader.at = start;
    return ENTITY_TYPES[this.#reader.byte() & TYPE_MASK]!;
  }

  /** Reads the facts (apart from dates and countries) of the entry whose record begins at `start`. */
  facts(start: number): EntryFacts {
    const reader = this.#reader;
    reader.at = start;
    const flags = this.#skipToFacts();
    const type = ENTITY_TYPES[flags & TYPE_MASK]!;
    if ((flags & HAS_FACTS) !== 0) return { type, ...readFacts(reader) };
    return { type, gender: undefined, birthPlaces: [], addresses: [] };
  }

  /** Reads the labels of the entry whose record begins at `start`. */
  labels(start: number): ReadLabels {
    const reader = this.#reader;
    reader.at = start;
    const flags = this.#skipToFacts();
    this.#skipBlocks(flags, HAS_FACTS);
    if ((flags & HAS_LABELS) !== 0) return readLabels(reader);
    return { topics: [], programs: [], publisherIds: [] };
  }

  /** Skips the blocks in `blocks` that a record has. Each block begins with its length. */
  #skipBlocks(flags: number, blocks: number): void {
    const reader = this.#reader;
    if ((flags & blocks & HAS_FACTS) !== 0) reader.skip(reader.varint());
    if ((flags & blocks & HAS_LABELS) !== 0) reader.skip(reader.varint());
  }

  /** @returns the record's flags */
  #skipToFacts(): number {
    const reader = this.#reader;
    const flags = reader.byte();
    this.#id(flags);
    for (let left = reader.varint(); left > 0; left--) readDate(reader);
    for (let left = reader.varint(); left > 0; left--) reader.skip(reader.varint());
    return flags;
  }

  #name(): StoredName {
    const head = this.#reader.varint();
    const text = this.#reader.raw(head >>> 1);
    return { text, quality: qualityOf(head) };
  }

  /** Moves to the first name. @returns the record's flags */
  #skipToNames(start: number): number {
    this.#reader.at = start;
    const flags = this.#skipToFacts();
    this.#skipBlocks(flags, HAS_FACTS | HAS_LABELS);
    return flags;
  }

  /** Returns the qualities of the first names of the entry. */
  qualities(start: number, names: number): NameQuality[] {
    const reader = this.#reader;
    this.#skipToNames(start);
    return Array.from({ length: names }, () => {
      const head = reader.varint();
      reader.skip(head >>> 1);
      return qualityOf(head);
    });
  }

  /** Returns name number `index` of the entry, with facts about the entry's type. */
  name(start: number, index: number): StoredName & { hint: EntityHint } {
    const reader = this.#reader;
    const flags = this.#skipToNames(start);
    for (let skipped = 0; skipped < index; skipped++) reader.skip(reader.varint() >>> 1);
    return { ...this.#name(), hint: entityHint(ENTITY_TYPES[flags & TYPE_MASK]!) };
  }
}
