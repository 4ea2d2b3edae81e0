import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { clock } from '../clock.ts';
import type { AddressRules } from './address.ts';
import { codeOf, OutboundError } from './error.ts';
import type { Resolve } from './resolve.ts';
import { hostOf } from './target.ts';

type Opening = {
  url: URL;
  rules: AddressRules;
  resolve: Resolve;
  /** The deadline, on the monotonic clock. */
  endsMs: number;
  /** Aborts the attempt: queries are cancelled, sockets destroyed. */
  signal: AbortSignal;
  /** Contains the client certificate, if there is one. */
  secureContext?: SecureContext | undefined;
};

/**
 * Opens a connection, with TLS for https, to one of the host's addresses. If the rules refuse one of the addresses, the
 * whole name is refused, because a DNS that mixes public and private addresses cannot be trusted with a retry. The
 * socket connects directly to the checked address and resolves nothing; TLS and Host keep the name.
 * @throws OutboundError
 */
export async function openSocket({
  url,
  rules,
  resolve,
  endsMs,
  signal,
  secureContext,
}: Opening): Promise<Socket> {
  const host = hostOf(url);
  const addresses = isIP(host) !== 0 ? [host] : await resolve(host, signal);
  if (addresses.length === 0) throw new OutboundError('dns');
  if (addresses.some((address) => rules.judge(address) === 'refused'))
    throw new OutboundError('refused_address');

  let failure = new OutboundError('connect');
  for (const [index, address] of addresses.entries()) {
    // An address that never answers must leave time for the later ones. The last one gets all remaining time.
    const left = addresses.length - index;
    const timeoutMs = left > 1 ? (endsMs - clock.monotonicMs()) / left : undefined;
    try {
      return await connectTo(address, { url, rules, signal, secureContext }, timeoutMs);
    } catch (error) {
      if (!(error instanceof OutboundError) || error.kind !== 'connect' || signal.aborted)
        throw error;
      failure = error;
    }
  }
  throw failure;
}

function connectTo(
  address: string,
  { url, rules, signal, secureContext }: Omit<Opening, 'resolve' | 'endsMs'>,
  timeoutMs: number | undefined,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  if (signal.aborted) throw new OutboundError('cancelled');
  const secure = url.protocol === 'https:';
  const port = Number(url.port) || (secure ? 443 : 80);
  const host = hostOf(url);
  const socket = secure
    ? connectTls({
        host: address,
        port,
        servername: isIP(host) === 0 ? host : '',
        ALPNProtocols: ['http/1.1'],
        // The default is set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED cannot change it.
        rejectUnauthorized: true,
        ...(secureContext && { secureContext }),
      })
    : connect({ host: address, port });
  socket.setNoDelay(true);

  let connected = false;
  const end = (error?: OutboundError): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    if (!error) return resolve(socket);
    socket.destroy();
    reject(error);
  };
  const abort = (): void => end(new OutboundError('cancelled'));
  const giveUp = (): void => end(new OutboundError('connect', 'ETIMEDOUT'));
  const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
  signal.addEventListener('abort', abort);
  socket.once('connect', () => {
    connected = true;
    const peer = socket.remoteAddress;
    if (peer === undefined) end(new OutboundError('reset'));
    else if (rules.judge(peer) === 'refused') end(new OutboundError('refused_address'));
    else if (!secure) end();
  });
  socket.once('secureConnect', () => end());
  // The listener stays for the socket's whole life, because an error without a listener would end the process.
  socket.on('error', (error) => {
    const code = codeOf(error);
    if (!connected) end(new OutboundError('connect', code));
    else if (code === 'ECONNRESET' || code === 'EPIPE') end(new OutboundError('reset', code));
    else end(new OutboundError('tls', code));
  });
  return promise;
}
