import type { Operations } from './generated/types.ts';

/** An image in the form that face match and liveness accept. */
export type Image = Operations['checkLiveness']['input']['body']['image'];

/** The beginnings of files of the three formats; `.` is any byte. */
const FORMATS = {
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG\r\n/,
  'image/webp': /^RIFF[^]{4}WEBP/,
} as const;

/** Bytes that one call converts: a call accepts a limited number of arguments. */
const CHUNK = 0x80_00;

function binary(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return text;
}

/**
 * Returns the image in a `Buffer`, other bytes, a `Blob` or a `File`, in base64 with its type.
 * @throws TypeError unless it is a JPEG, PNG or WebP
 */
export async function imageOf(source: Uint8Array | ArrayBuffer | Blob): Promise<Image> {
  const text = binary(
    source instanceof Uint8Array
      ? source
      : new Uint8Array(source instanceof Blob ? await source.arrayBuffer() : source),
  );
  for (const [contentType, start] of Object.entries(FORMATS))
    if (start.test(text))
      return { base64: btoa(text), contentType: contentType as keyof typeof FORMATS };
  throw new TypeError('the image must be JPEG, PNG or WebP');
}
