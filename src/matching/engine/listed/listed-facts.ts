/** The facts of an entry in its record: gender as a byte; each place as its country and two bytes per word. */
import type { EntryFacts } from '../../facts/compare.ts';
import { GENDERS } from '../../facts/listed.ts';
import type { ListedFacts } from '../../facts/schemas.ts';
import { readPlace, type Place } from '../../facts/places.ts';
import { GrowingBytes, type ByteReader } from '../bytes.ts';

function pushPlaces(texts: readonly string[] | undefined, bytes: GrowingBytes): void {
  bytes.pushVarint(texts?.length ?? 0);
  for (const text of texts ?? []) {
    const { country, words } = readPlace(text);
    bytes.pushVarint(words.length);
    // Two spaces mean no country: the field always takes two bytes.
    bytes.pushRaw(country ?? '  ', 2);
    for (const word of words) {
      bytes.push(word & 255);
      bytes.push(word >>> 8);
    }
  }
}

function readPlaces(reader: ByteReader): Place[] {
  return Array.from({ length: reader.varint() }, () => {
    const length = reader.varint();
    const country = reader.raw(2).trim() || null;
    const words = Array.from({ length }, () => reader.byte() | (reader.byte() << 8));
    return { country, words };
  });
}

/** Writes facts after their length, so readers can skip them. */
export function pushFacts(
  { gender, birthPlaces, addresses }: ListedFacts,
  bytes: GrowingBytes,
): void {
  const own = new GrowingBytes();
  own.push(gender === undefined ? 0 : GENDERS.indexOf(gender) + 1);
  pushPlaces(birthPlaces, own);
  pushPlaces(addresses, own);
  bytes.pushVarint(own.length);
  for (let i = 0; i < own.length; i++) bytes.push(own.bytes[i]!);
}

/** Reads the output of `pushFacts`. */
export function readFacts(reader: ByteReader): Omit<EntryFacts, 'type'> {
  reader.varint();
  return {
    gender: GENDERS[reader.byte() - 1],
    birthPlaces: readPlaces(reader),
    addresses: readPlaces(reader),
  };
}
