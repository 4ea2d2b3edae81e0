/** URLs with the addresses of a server and its standbys, as libpq has them. */
import { parseIntoClientConfig } from 'pg-connection-string';
import type { ConnectionSettings } from '../database.ts';

export type Address = { host: string; port: number };

const DEFAULT_PORT = 5432;

/** Scheme, user and the list of hosts. */
const BEGINNING = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)/i;

/** Thrown for a URL whose hosts and ports cannot be read. The message never repeats the URL. */
export class HostsInvalid extends Error {}

function portOf(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PORT;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new HostsInvalid('has a port that is not a number from 1 to 65535');
  return port;
}

function addressesIn(list: string, ports: readonly string[]): Address[] {
  const hosts = list.split(',');
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new HostsInvalid('has another number of ports than of hosts');
  return hosts.map((text, i) => {
    const [, v6, name, port] = /^(?:\[([^\]]+)\]|([^:]*))(?::(.*))?$/.exec(text) ?? [];
    const host = decodeURIComponent(v6 ?? name ?? '');
    if (host === '') throw new HostsInvalid('has a host without a name');
    return { host, port: portOf(port ?? ports[ports.length === 1 ? 0 : i]) };
  });
}

/**
 * Returns a connection's settings from its URL. `hosts` is set if the URL names several hosts, or requires a primary by
 * `target_session_attrs`.
 * @throws HostsInvalid; an error of the driver's parser
 */
export function settingsOf(url: string): ConnectionSettings {
  const [beginning = '', scheme = '', user = '', list = ''] = BEGINNING.exec(url) ?? [];
  const query = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]);
  const wanted = query.get('target_session_attrs') ?? 'any';
  const given = query.get('host') ?? list;
  const isSeveral = given.includes(',');
  if (!isSeveral && wanted === 'any') return parseIntoClientConfig(url);
  if (
    !['any', 'primary', 'read-write'].includes(wanted) ||
    (wanted === 'any' && query.has('target_session_attrs'))
  )
    throw new HostsInvalid('must have target_session_attrs=read-write or primary');
  const hosts = addressesIn(given, query.get('port')?.split(',') ?? []);
  query.delete('target_session_attrs');
  if (query.has('host')) query.set('host', hosts[0]!.host);
  query.delete('port');
  const rest = url.slice(beginning.length).replace(/\?[^#]*/, '');
  const first = list.split(',')[0]!;
  const text = query.size > 0 ? `?${query}` : '';
  const parts = parseIntoClientConfig(`${scheme}${user}${first}${rest}${text}`);
  return { ...parts, ...hosts[0]!, hosts };
}
