import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';
type Variant = { bytes: Buffer; etag: string };

/**
 * The compression level. Higher levels take ten times as long and save only a few percent; a megabyte of text takes 30
 * ms at this level.
 */
const BROTLI_QUALITY = 5;

const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    }),
  gzip: (bytes) => promisify(gzip)(bytes),
  identity: async (bytes) => bytes,
};

/** The best encoding that the client accepts (RFC 9110, section 12.5.3); without the header, no encoding. */
function encodingFor(header: string | string[] | undefined): Encoding {
  const named = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((word) => word.trim()))
    .filter(([, ...weights]) => !weights.some((weight) => /^q=0(\.0*)?$/.test(weight)));
  const accepted = new Set(named.map(([name]) => name));
  return (['br', 'gzip'] as const).find((name) => accepted.has(name)) ?? 'identity';
}

/** Weak comparison, as the header requires (RFC 9110, section 13.1.2). */
function names(header: string | undefined, etag: string): boolean {
  return (
    header?.split(',').some((part) => ['*', etag].includes(part.trim().replace(/^W\//, ''))) ??
    false
  );
}

/**
 * A text that is the same for every caller, compressed once per requested encoding. All answers share the same bytes,
 * so slow clients without a key use no additional memory.
 */
export class StaticFile {
  readonly #headers: Record<string, string>;
  readonly #vary: string;
  readonly #bytes: Buffer;
  readonly #tag: string;
  readonly #variants = new Map<Encoding, Promise<Variant>>();

  constructor(content: string | Buffer, headers: Record<string, string>) {
    this.#bytes = Buffer.from(content);
    this.#headers = headers;
    this.#vary = [headers['vary'], 'accept-encoding'].filter(Boolean).join(', ');
    this.#tag = createHash('sha256').update(this.#bytes).digest('base64url').slice(0, 22);
  }

  #variant(encoding: Encoding): Promise<Variant> {
    let found = this.#variants.get(encoding);
    if (!found) {
      // An entity tag identifies the encoded bytes.
      const etag = `"${this.#tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
      found = compress[encoding](this.#bytes).then((bytes) => ({ bytes, etag }));
      this.#variants.set(encoding, found);
    }
    return found;
  }

  /** Answers with the file, or 304 if the client has it. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const encoding = encodingFor(request.headers['accept-encoding']);
    const { bytes, etag } = await this.#variant(encoding);
    reply.headers({ ...this.#headers, etag, vary: this.#vary });
    if (names(request.headers['if-none-match'], etag)) {
      reply.removeHeader('content-type');
      return reply.code(304).send();
    }
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.send(bytes);
  }
}
