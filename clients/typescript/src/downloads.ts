import { waitFor } from './attempts.ts';
import { openFile, type CallOptions } from './call.ts';
import { ConnectionError, OrikiError, unexpected } from './error.ts';
import type { Groups } from './generated/client.ts';
import type { Operations } from './generated/types.ts';
import type { Settings } from './options.ts';
import { chunksOf } from './streams.ts';

type ExportRecord = Operations['getExport']['data'];

export type Downloads = {
  /**
   * Waits for the file of an export and returns it. The body of the response continues after a lost connection, to the
   * end of the file.
   *
   * Scope and errors are those of `get`, and `EXPORT_FAILED` with the reason if there will be no file. Only `signal`
   * limits the wait.
   */
  download(
    input: Operations['getExport']['input'],
    options?: Omit<CallOptions, 'idempotencyKey'>,
  ): Promise<Response>;
};

const FIRST_POLL_MS = 500;
const LONGEST_POLL_MS = 10_000;
/** Maximum number of consecutive connections without data. */
const FRUITLESS = 5;

async function completed(
  get: Groups['exports']['get'],
  input: Operations['getExport']['input'],
  options: CallOptions,
): Promise<ExportRecord & { downloadUrl: string }> {
  for (let wait = FIRST_POLL_MS; ; wait = Math.min(2 * wait, LONGEST_POLL_MS)) {
    const found = await get(input, options);
    const { status, downloadUrl, error } = found;
    if (status === 'COMPLETED' && downloadUrl !== null) return { ...found, downloadUrl };
    if (status !== 'PENDING' && status !== 'PROCESSING')
      throw new OrikiError(
        'EXPORT_FAILED',
        `there is no file: ${error ?? (status === 'COMPLETED' ? 'it has expired' : status)}`,
      );
    await waitFor(wait, options.signal);
  }
}

/** @throws OrikiError if the answer is not the rest of the same file */
function assertGoesOn(first: Response, response: Response, start: number): void {
  const range = response.headers.get('content-range') ?? '';
  const same = response.headers.get('etag') === first.headers.get('etag');
  const rest = start === 0 || (response.status === 206 && range.startsWith(`bytes ${start}-`));
  if (!rest || !same) throw unexpected(response);
}

/** Returns the bytes of a file of this size, over several connections if necessary. */
async function* bytesOf(
  first: Response,
  size: number,
  open: (start: number) => Promise<Response>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  let at = 0;
  let fruitless = 0;
  for (let response = first; ; response = await open(at)) {
    if (response !== first) assertGoesOn(first, response, at);
    const before = at;
    try {
      for await (const chunk of chunksOf(response.body!)) {
        at += chunk.length;
        yield chunk;
      }
    } catch {
      signal?.throwIfAborted();
    }
    if (at >= size) return;
    fruitless = at > before ? 0 : fruitless + 1;
    if (fruitless === FRUITLESS)
      throw new ConnectionError('NETWORK', `the file ends at byte ${at} of ${size}`);
  }
}

export function downloader(settings: Settings, { get }: Groups['exports']): Downloads {
  return {
    async download(input, options = {}) {
      const { downloadUrl, fileSize } = await completed(get, input, options);
      const { href } = new URL(downloadUrl, settings.baseUrl);
      const open = (start: number): Promise<Response> =>
        openFile(settings, { name: 'downloadExport', url: href, start }, options);
      const first = await open(0);
      const bytes = bytesOf(first, fileSize ?? 0, open, options.signal);
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        async pull(controller) {
          const { done, value } = await bytes.next();
          if (done) controller.close();
          else controller.enqueue(value as Uint8Array<ArrayBuffer>);
        },
        async cancel() {
          await bytes.return();
        },
      });
      return new Response(body, { headers: first.headers });
    },
  };
}
