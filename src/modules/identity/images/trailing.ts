/** Beginnings of files and texts that browsers and tools find after, or inside, an image. */
const OTHERS = [
  'PK\u0003\u0004',
  'PK\u0005\u0006',
  '%PDF-',
  'Rar!',
  '7z\u00bc\u00af',
  '<?php',
  '<html',
  '<script',
  '<svg',
  '<!doctype',
];

const PNG_END = Buffer.from('IEND\u00ae\u0042\u0060\u0082', 'latin1');
const JPEG_END = Buffer.from([0xff, 0xd9]);

/**
 * Returns true if an image file has another file after it (a polyglot). PNG and WebP state where they end, and no data
 * may follow. Cameras append previews and their own data to a JPEG, so only known formats count after a JPEG.
 */
export function hasSomethingElse(file: Buffer): boolean {
  if (file[0] === 0x89) return file.indexOf(PNG_END) + PNG_END.length !== file.length;
  if (file[0] === 0x52) {
    // RIFF: the length of the data after the first 8 bytes, padded to an even number.
    const end = 8 + file.readUInt32LE(4);
    return file.length > end + (end % 2);
  }
  const rest = file.subarray(file.lastIndexOf(JPEG_END) + JPEG_END.length);
  const text = rest.toString('latin1').toLowerCase();
  return OTHERS.some((other) => text.includes(other.toLowerCase()));
}
