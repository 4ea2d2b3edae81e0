/**
 * The labels of an entry in its record: topics as bytes, programmes and publishers' ids as texts, and details about a
 * PEP as JSON.
 */
import type { Pep, EntryLabels } from '../../labels/pep.ts';
import { TOPICS } from '../../labels/topics.ts';
import { GrowingBytes, type ByteReader } from '../bytes.ts';

function pushTexts(texts: readonly string[], bytes: GrowingBytes): void {
  bytes.pushVarint(texts.length);
  for (const text of texts) bytes.pushText(text);
}

function readTexts(reader: ByteReader): string[] {
  return Array.from({ length: reader.varint() }, () => reader.text());
}

/** Writes labels after their length, so readers can skip them. */
export function pushLabels(
  { topics = [], programs = [], publisherIds = [], pep }: EntryLabels,
  bytes: GrowingBytes,
): void {
  const own = new GrowingBytes();
  own.pushVarint(topics.length);
  for (const topic of topics) own.push(TOPICS.indexOf(topic));
  pushTexts(programs, own);
  pushTexts(publisherIds, own);
  own.pushText(pep ? JSON.stringify(pep) : '');
  bytes.pushVarint(own.length);
  bytes.pushBytes(own.view());
}

/** Labels in the form that a segment returns. */
export type ReadLabels = Required<Omit<EntryLabels, 'pep'>> & Pick<EntryLabels, 'pep'>;

/** Reads the output of `pushLabels`. */
export function readLabels(reader: ByteReader): ReadLabels {
  reader.varint();
  const topics = Array.from({ length: reader.varint() }, () => TOPICS[reader.byte()]!);
  const programs = readTexts(reader);
  const publisherIds = readTexts(reader);
  const pep = reader.text();
  return { topics, programs, publisherIds, ...(pep !== '' && { pep: JSON.parse(pep) as Pep }) };
}
