import { isIP, type Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Logger } from '../../observability/logger.ts';
import { AddressRules, rangeText } from '../../outbound/address.ts';

export type ClientAddress = {
  /**
   * The address in canonical form, without port and zone. It is the peer's address if the proxy sent no readable one.
   */
  readonly address: string;
  /**
   * False if a trusted proxy sent an invalid address. Limits then count the peer, and allow-lists reject the request.
   */
  readonly known: boolean;
};

/** The only reader of a request's client address. */
export type ReadClient = (
  request: Pick<FastifyRequest, 'headers' | 'socket'> & { url?: string },
) => ClientAddress;

/**
 * Trusted proxies that have sent requests without the header. Probes do not count, because balancers send them without
 * it.
 */
export class SilentProxies {
  readonly #peers = new Set<string>();

  note(peer: string, url: string): void {
    if (this.#peers.size >= MAX_SILENT || PROBE.test(url)) return;
    this.#peers.add(peer);
  }

  list(): string[] {
    return [...this.#peers];
  }
}

const MAX_SILENT = 10;
const PROBE = /^\/(livez|readyz)\b/;

const BRACKETED = /^\[([^\]]+)\](?::\d{1,5})?$/;
const V4_WITH_PORT = /^([\d.]+):\d{1,5}$/;

/**
 * The canonical form of an address that may have brackets, a port or a zone. An IPv4-mapped IPv6 address becomes the
 * IPv4 address.
 * @returns undefined for text that is not an address
 */
export function addressIn(text: string): string | undefined {
  if (isIP(text) === 4) return text;
  const bare = (BRACKETED.exec(text) ?? V4_WITH_PORT.exec(text))?.[1] ?? text;
  return isIP(bare) === 0 ? undefined : rangeText(bare.split('%', 1)[0]!);
}

/**
 * Matches one parameter of RFC 7239 with its terminator: `;` before the next parameter, `,` before the next element.
 */
const PARAMETER =
  /[ \t]*([!#$%&'*+.^_`|~\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\w:[\]-]+))[ \t]*(;|,|$)/y;

/**
 * Returns the `for` of each element of a `Forwarded` header. The whole header must follow the grammar. Otherwise a
 * quote that the client left open would hide the text that the proxy appends.
 */
function forwardedFor(header: string): string[] {
  const found: string[] = [];
  let last = '';
  PARAMETER.lastIndex = 0;
  for (;;) {
    const match = PARAMETER.exec(header);
    if (!match) return [''];
    const [, name = '', quoted, token = '', end] = match;
    if (name.toLowerCase() === 'for') last = quoted?.replaceAll(/\\(.)/g, '$1') ?? token;
    if (end === ';') continue;
    found.push(last);
    last = '';
    if (end === '') return found;
  }
}

/** The addresses that proxies have written into the header, the nearest one last. */
function entriesOf(header: string, value: string): string[] {
  return header === 'forwarded' ? forwardedFor(value) : value.split(',').map((one) => one.trim());
}

/** @param header the header that the trusted proxies write, in lower case; no other header is read */
export function clientReader({
  trustedProxies,
  header,
  log,
  silent = new SilentProxies(),
}: {
  trustedProxies: readonly string[];
  header: string;
  log: Logger;
  silent?: SilentProxies | undefined;
}): ReadClient {
  const proxies = new AddressRules(trustedProxies);
  const isProxy = (address: string): boolean => proxies.judge(address) === 'allowed';
  /** A connection has one peer, so its requests share the parsed address. */
  const peers = new WeakMap<Socket, ClientAddress>();
  const peerOf = (socket: Socket): ClientAddress => {
    let known = peers.get(socket);
    if (!known) {
      const remote = socket.remoteAddress ?? '';
      known = { address: addressIn(remote) ?? remote, known: true };
      peers.set(socket, known);
    }
    return known;
  };
  let hasWarned = false;
  const unknown = (peer: string): ClientAddress => {
    if (!hasWarned)
      log.warn({ header, peer }, 'the header for the client address contains no address');
    hasWarned = true;
    return { address: peer, known: false };
  };
  return ({ headers, socket, url = '' }) => {
    const known = peerOf(socket);
    const peer = known.address;
    if (trustedProxies.length === 0 || !isProxy(peer)) return known;
    const value = headers[header];
    if (value === undefined) {
      silent.note(peer, url);
      return known;
    }
    let address = peer;
    for (const entry of entriesOf(header, String(value)).toReversed()) {
      const next = addressIn(entry);
      if (next === undefined) return unknown(peer);
      address = next;
      if (!isProxy(address)) break;
    }
    return { address, known: true };
  };
}

/** Returns the block that limits count: an IPv6 client's /64, because one client owns at least that much. */
export function addressBlock(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.slice(0, 64);
  const [head = '', tail] = ip.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  if (tail !== undefined) while (groups.length < 4) groups.push('0');
  return `${groups.slice(0, 4).join(':')}::/64`;
}
