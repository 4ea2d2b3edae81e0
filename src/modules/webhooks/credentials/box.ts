import { createSecureContext } from 'node:tls';
import type { EnvelopeContext } from '../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import type { ClientCertificate } from '../../../platform/outbound/exchange.ts';
import type { CredentialInput, Part, SealedPart } from './schemas.ts';

/** The maximum number of opened parts in memory; each takes a few kilobytes. */
const MAX_CACHED = 1000;

/** The headers and certificate that the owner of a webhook adds to its requests. */
export type Additions = {
  headers: Record<string, string>;
  clientCertificate: ClientCertificate | undefined;
};

export const NO_ADDITIONS: Additions = { headers: {}, clientCertificate: undefined };

/** Returns the context that the envelope of a part is bound to. */
export function credentialContext(orgId: string, id: string): EnvelopeContext {
  return { orgId, id, kind: 'webhook-credential' };
}

/** Seals the credentials of a webhook, and opens them for sending. */
export class CredentialBox {
  readonly #envelopes: Envelopes;
  /** Keyed by envelope, which differs for each part. */
  readonly #opened = new Map<string, Additions>();

  constructor(envelopes: Envelopes) {
    this.#envelopes = envelopes;
  }

  /** Resolves to null where no personal data is stored. */
  async seal(orgId: string, id: string, content: unknown): Promise<string | null> {
    return this.#envelopes.seal(credentialContext(orgId, id), JSON.stringify(content));
  }

  /** @throws EnvelopeError if the key of a part is missing */
  async open(orgId: string, parts: readonly SealedPart[] | null): Promise<Additions> {
    if (parts === null) return NO_ADDITIONS;
    const opened = await Promise.all(parts.map((part) => this.#openPart(orgId, part)));
    const named = new Map<string, [name: string, value: string]>();
    // Authentication comes last, so that it replaces a header of the same name.
    for (const [index, { headers }] of opened.entries())
      for (const [name, value] of Object.entries(headers))
        if (parts[index]!.part === 'auth' || !named.has(name.toLowerCase()))
          named.set(name.toLowerCase(), [name, value]);
    return {
      headers: Object.fromEntries(named.values()),
      clientCertificate: opened.find((one) => one.clientCertificate)?.clientCertificate,
    };
  }

  async #openPart(orgId: string, sealed: SealedPart): Promise<Additions> {
    const { part, id, envelope } = sealed;
    const known = this.#opened.get(envelope);
    if (known) return known;
    const text = await this.#envelopes.open(credentialContext(orgId, id), envelope);
    const content = JSON.parse(text.toString('utf8')) as never;
    const additions = MAKERS[part](content, id);
    if (this.#opened.size >= MAX_CACHED) this.#opened.delete(this.#opened.keys().next().value!);
    this.#opened.set(envelope, additions);
    return additions;
  }
}

type Given<P extends Part> = NonNullable<CredentialInput[P]>;

const MAKERS: { [P in Part]: (content: Given<P>, id: string) => Additions } = {
  headers: (headers) => ({ ...NO_ADDITIONS, headers }),
  auth: (auth) => ({ ...NO_ADDITIONS, headers: { authorization: authorization(auth) } }),
  clientCertificate: ({ certificate, key }, id) => ({
    ...NO_ADDITIONS,
    clientCertificate: { id, context: createSecureContext({ cert: certificate, key }) },
  }),
};

function authorization({ type, username, password, token }: Given<'auth'>): string {
  if (type === 'bearer') return `Bearer ${token}`;
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}
