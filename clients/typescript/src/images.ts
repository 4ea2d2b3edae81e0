import type { Operations } from './generated/types.ts';

/** A picture as face match and liveness take it. */
export type Image = Operations['checkLiveness']['input']['body']['image'];

/** The beginnings of files of the three formats; `.` is any byte. */
const FORMATS = {
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG\r\n/,
  'image/webp': /^RIFF[^]{4}WEBP/,
} as const;

/** Bytes that are turned into text at once: more arguments than that are too many for a call. */
const CHUNK = 0x80_00;

function binary(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return text;
}

/**
 * The picture in a `Buffer`, other bytes, a `Blob` or a `File`, in base64 with its type.
 * @throws TypeError when it is no JPEG, PNG or WebP
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
