/** Checks the parts of a zip file before they are unpacked. */
import { inflateRawSync } from 'node:zlib';
import { ImportFormatError } from '../types.ts';

const MIB = 2 ** 20;
/** Maximum number of bytes of all parts together. */
const MOST_UNPACKED = 50 * MIB;
/**
 * The maximum ratio of packing. An honest workbook packs to a tenth, and smaller parts are too small to be a zip bomb.
 */
const MOST_RATIO = 100;
const SMALL = MIB;
const MOST_PARTS = 10_000;

const END = 0x06054b50;
const END_BYTES = 22;
const MOST_COMMENT = 65_535;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

function broken(): never {
  throw new ImportFormatError('the workbook is broken: save it again as .xlsx');
}

function endOf(file: Buffer): number {
  const least = Math.max(0, file.length - END_BYTES - MOST_COMMENT);
  for (let at = file.length - END_BYTES; at >= least; at -= 1)
    if (file.readUInt32LE(at) === END) return at;
  return broken();
}

function unpack(file: Buffer, at: number, packed: number, method: number, room: number): number {
  if (file.readUInt32LE(at) !== LOCAL) broken();
  const start = at + LOCAL_BYTES + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
  const data = file.subarray(start, start + packed);
  if (method === STORED) return data.length;
  if (method !== DEFLATED) broken();
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, room) }).length;
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_BUFFER_TOO_LARGE') broken();
    throw new ImportFormatError(`the workbook is larger than ${MOST_UNPACKED / MIB} MiB unpacked`);
  }
}

/** Returns true for a file that begins like a zip file. */
export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
}

/**
 * Returns the names of the parts, after unpacking each once, because a part's stated size may be wrong.
 * @throws ImportFormatError for a broken or encrypted file, or one that unpacks to too much
 */
export function checkedParts(file: Buffer): string[] {
  try {
    return partsOf(file);
  } catch (error) {
    // A position beyond the end of the file.
    if (error instanceof RangeError) broken();
    throw error;
  }
}

function partsOf(file: Buffer): string[] {
  const end = endOf(file);
  const count = file.readUInt16LE(end + 10);
  if (count > MOST_PARTS) broken();
  const names: string[] = [];
  let unpacked = 0;
  for (let i = 0, at = file.readUInt32LE(end + 16); i < count; i += 1) {
    if (file.readUInt32LE(at) !== ENTRY) broken();
    if ((file.readUInt16LE(at + 8) & ENCRYPTED) !== 0)
      throw new ImportFormatError('the workbook is protected by a password');
    const packed = file.readUInt32LE(at + 20);
    const [nameBytes, extra, comment] = [28, 30, 32].map((place) => file.readUInt16LE(at + place));
    const method = file.readUInt16LE(at + 10);
    const bytes = unpack(
      file,
      file.readUInt32LE(at + 42),
      packed,
      method,
      MOST_UNPACKED - unpacked,
    );
    if (bytes > SMALL && bytes > packed * MOST_RATIO)
      throw new ImportFormatError(
        `a part of the workbook unpacks to more than ${MOST_RATIO} times its size`,
      );
    unpacked += bytes;
    if (unpacked > MOST_UNPACKED)
      throw new ImportFormatError(
        `the workbook is larger than ${MOST_UNPACKED / MIB} MiB unpacked`,
      );
    names.push(file.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes!));
    at += ENTRY_BYTES + nameBytes! + extra! + comment!;
  }
  return names;
}
