import { createClient, type Client } from '../../../clients/typescript/src/index.ts';
import { headersOf } from './client.ts';
import { PREFIX } from './prefix.ts';

/** The share of a transfer that is done, 0 to 1; undefined while it is unknown. */
export type Progress = (share: number | undefined) => void;

/** Files take longer than other answers. */
const TIMEOUT_MS = 600_000;
/** The media types that the API accepts; a browser does not know the type of every file. */
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/;
const UNKNOWN_TYPE = 'application/octet-stream';

/** Returns a `fetch` that reports the progress of a request; the browser's own `fetch` does not. */
function fetchWith(onProgress: Progress): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', input as string);
      for (const [name, value] of headersOf(init)) request.setRequestHeader(name, value);
      request.responseType = 'arraybuffer';
      const tell = ({ lengthComputable, loaded, total }: ProgressEvent): void =>
        onProgress(lengthComputable && total > 0 ? loaded / total : undefined);
      request.upload.addEventListener('progress', tell);
      if (!init.body) request.addEventListener('progress', tell);
      request.addEventListener('load', () => {
        const { response, status } = request;
        const lines = request.getAllResponseHeaders().trim().split('\r\n');
        const headers = lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]);
        resolve(new Response(response as ArrayBuffer, { status, headers }));
      });
      request.addEventListener('error', () => reject(new TypeError('Failed to fetch')));
      request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      init.signal?.addEventListener('abort', () => request.abort());
      request.send((init.body as string | null | undefined) ?? null);
    });
}

/** Returns the client of the API for an operation that transfers a file. */
export function transferring(onProgress: Progress): Client {
  return createClient({
    baseUrl: location.origin + PREFIX,
    apiKey: 'session',
    fetch: fetchWith(onProgress),
    retries: 2,
    timeoutMs: TIMEOUT_MS,
    totalTimeoutMs: 2 * TIMEOUT_MS,
  });
}

/** Returns the content and the media type of a file as the API accepts them. */
export async function contentOf(file: Blob): Promise<{ contentType: string; base64: string }> {
  const contentType = MEDIA_TYPE.test(file.type) ? file.type : UNKNOWN_TYPE;
  return { contentType, base64: await base64Of(file) };
}

function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const address = reader.result as string;
      resolve(address.slice(address.indexOf(',') + 1));
    });
    reader.addEventListener('error', () => reject(reader.error!));
    reader.readAsDataURL(file);
  });
}

/** Saves a file to the browser's downloads. The browser does not open it. */
export function save(name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  saveText(name, bytes);
}

/** Saves a text to the browser's downloads. */
export function saveText(name: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
