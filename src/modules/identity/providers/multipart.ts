import type { Image } from './adapter.ts';

/**
 * Encodes a form as multipart/form-data. No value can end its own part, because the platform creates the boundary at
 * random. Line breaks within texts become CRLF, as the HTML standard requires; files are sent unchanged.
 */
export async function encodeMultipart(
  fields: Record<string, string | Image>,
): Promise<{ contentType: string; body: Buffer }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') form.append(name, value);
    else {
      const file = new Blob([new Uint8Array(value.bytes)], { type: value.contentType });
      form.append(name, file, `${name}.jpg`);
    }
  const encoded = new Response(form);
  return {
    contentType: encoded.headers.get('content-type')!,
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}
