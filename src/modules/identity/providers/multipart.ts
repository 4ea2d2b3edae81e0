import { randomBytes } from 'node:crypto';
import type { Image } from './adapter.ts';

/** What would end a quoted name, as browsers write it (WHATWG, multipart/form-data encoding). */
const ESCAPES: Record<string, string> = { '"': '%22', '\r': '%0D', '\n': '%0A' };
function quoted(name: string): string {
  return `"${name.replaceAll(/["\r\n]/g, (char) => ESCAPES[char]!)}"`;
}

/**
 * Encodes a form as multipart/form-data (RFC 7578). No value can end its own part: the boundary is random, and
 * nobody who provides a value can know it.
 */
export function encodeMultipart(fields: Record<string, string | Image>): {
  contentType: string;
  body: Buffer;
} {
  const boundary = `oriki-${randomBytes(24).toString('hex')}`;
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const isFile = typeof value !== 'string';
    const head = [
      `--${boundary}`,
      `Content-Disposition: form-data; name=${quoted(name)}${isFile ? `; filename=${quoted(`${name}.jpg`)}` : ''}`,
      ...(isFile ? [`Content-Type: ${value.contentType}`] : []),
      '\r\n',
    ].join('\r\n');
    parts.push(Buffer.from(head), isFile ? value.bytes : Buffer.from(value), Buffer.from('\r\n'));
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat(parts),
  };
}
