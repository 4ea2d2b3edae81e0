/** The labels of an entry in its record: topics in a byte, programmes and publishers' ids as texts. */
import type { EntryLabels } from '../../entries/schemas.ts';
import { TOPICS } from '../../entries/topics.ts';
import { GrowingBytes, type ByteReader } from '../bytes.ts';

function pushTexts(texts: readonly string[], bytes: GrowingBytes): void {
  bytes.pushVarint(texts.length);
  for (const text of texts) bytes.pushText(text);
}

function readTexts(reader: ByteReader): string[] {
  return Array.from({ length: reader.varint() }, () => reader.text());
}

/** Writes them behind their length, so that who does not need them skips them. */
export function pushLabels(
  { topics = [], programs = [], publisherIds = [] }: EntryLabels,
  bytes: GrowingBytes,
): void {
  const own = new GrowingBytes();
  own.push(topics.reduce((bits, topic) => bits | (1 << TOPICS.indexOf(topic)), 0));
  pushTexts(programs, own);
  pushTexts(publisherIds, own);
  bytes.pushVarint(own.length);
  bytes.pushBytes(own.view());
}

/** Reads what `pushLabels` wrote. */
export function readLabels(reader: ByteReader): Required<EntryLabels> {
  reader.varint();
  const bits = reader.byte();
  return {
    topics: TOPICS.filter((_, i) => (bits & (1 << i)) !== 0),
    programs: readTexts(reader),
    publisherIds: readTexts(reader),
  };
}
