import { parseJson } from '../../../platform/json.ts';
import type { OutboundClient } from '../../../platform/outbound/client.ts';
import { OutboundError, type OutboundErrorKind } from '../../../platform/outbound/error.ts';
import type { Upstream, UpstreamRequest, UpstreamResponse } from './adapter.ts';
import type { Image } from '../images/schemas.ts';

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

/** A record with a photo takes some hundred KiB. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/** Thrown when a request to a provider got no answer. Contains a fixed text and no part of the request. */
export class UpstreamFailure extends Error {
  readonly kind: OutboundErrorKind;

  constructor(error: OutboundError) {
    super(error.message);
    this.name = 'UpstreamFailure';
    this.kind = error.kind;
  }
}

export type UpstreamOptions = {
  client: OutboundClient;
  /** The base URL, which may contain a path. The requests' paths are appended to it. */
  baseUrl: string;
  /** Per request, from DNS to the last byte of the answer. */
  timeoutMs: number;
  /** Aborted when the caller no longer needs the answers. */
  signal: AbortSignal | undefined;
  reference: string;
  /** The organization whose usage counts the requests. */
  orgId?: string | undefined;
  /** By default false. */
  hasConsent?: boolean;
  now: () => Date;
};

const utf8 = new TextDecoder();

/**
 * Sends the requests of one adapter while it answers one question. `send` reads at most 8 MiB of an answer. It returns
 * the beginning of a longer answer as text, without a JSON value.
 * @throws UpstreamFailure (`send`) when no answer arrives
 */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { client, timeoutMs, signal, reference, orgId, hasConsent = false, now } = options;
  const base = options.baseUrl.replace(/\/+$/, '');
  return {
    reference,
    hasConsent,
    now,
    async send(request) {
      const { contentType, body } = await encodeBody(request.body);
      try {
        const answer = await client.request({
          url: base + request.path,
          method: request.method,
          headers: {
            accept: 'application/json',
            // The client does not decompress.
            'accept-encoding': 'identity',
            'user-agent': 'Oriki-Identity',
            ...(contentType === undefined ? {} : { 'content-type': contentType }),
            ...request.headers,
          },
          ...(body === undefined ? {} : { body }),
          orgId,
          timeoutMs,
          maxResponseBytes: MAX_RESPONSE_BYTES,
          ...(signal ? { signal } : {}),
        });
        const text = utf8.decode(answer.body);
        return {
          status: answer.status,
          headers: answer.headers,
          text,
          json: answer.truncated ? undefined : jsonOf(text),
        };
      } catch (error) {
        throw error instanceof OutboundError ? new UpstreamFailure(error) : error;
      }
    },
  };
}

async function encodeBody(
  body: UpstreamRequest['body'],
): Promise<{ contentType?: string; body?: string | Buffer }> {
  if (body === undefined) return {};
  if ('multipart' in body) return encodeMultipart(body.multipart);
  return { contentType: 'application/json', body: JSON.stringify(body.json) };
}

function jsonOf(text: string): UpstreamResponse['json'] {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
