import { BlockList, isIP } from 'node:net';

type Subnet = readonly [network: string, prefix: number];

/**
 * IPv4 addresses that are not global unicast: every range in the IANA IPv4 Special-Purpose Address Registry that is not
 * globally reachable, IANA's multicast and reserved ranges, and Azure's WireServer. Its address looks public, and
 * answers every virtual machine there.
 */
const REFUSED_V4: readonly Subnet[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared (carrier-grade NAT)
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure WireServer
  ['169.254.0.0', 16], // link-local, cloud metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // IETF protocol assignments
  ['192.0.2.0', 24], // TEST-NET-1
  ['192.88.99.0', 24], // 6to4 relay anycast
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // TEST-NET-2
  ['203.0.113.0', 24], // TEST-NET-3
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
];

/** The range that IANA has set aside as global unicast (IANA Internet Protocol Version 6 Address Space). */
const GLOBAL_UNICAST_V6: Subnet = ['2000::', 3];

/** Special ranges inside it (IANA IPv6 Special-Purpose Address Registry). */
const REFUSED_V6: readonly Subnet[] = [
  ['2001::', 23], // IETF protocol assignments: Teredo, ORCHID, benchmarking and others
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, embeds an IPv4 address
  ['3fff::', 20], // documentation
];

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

function listOf(subnets: readonly Subnet[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, familyOf(network));
  return list;
}

const refused = listOf([...REFUSED_V4, ...REFUSED_V6]);
const globalUnicastV6 = listOf([GLOBAL_UNICAST_V6]);

/** The first bytes of an IPv4-mapped IPv6 address. */
const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

/** Returns the canonical form of an IPv6 address. */
function spelledV6(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

function bytesOf(address: string): number[] {
  if (isIP(address) === 4) return address.split('.').map(Number);
  const [head = [], tail = []] = spelledV6(address)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff]);
}

function textOf(bytes: readonly number[]): string {
  if (bytes.length === 4) return bytes.join('.');
  return spelledV6(
    Buffer.from(bytes)
      .toString('hex')
      .replaceAll(/(....)(?=.)/g, '$1:'),
  );
}

/**
 * Returns the canonical form of an address or CIDR: bits after the prefix are zero, and an IPv4-mapped IPv6 range is
 * the IPv4 range.
 * @returns undefined for an invalid text, or one with a zone
 */
export function rangeText(text: string): string | undefined {
  const [address = '', given, ...more] = text.trim().split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  const isPrefix = given === undefined || (/^\d{1,3}$/.test(given) && Number(given) <= most);
  if (isIP(address) === 0 || address.includes('%') || !isPrefix || more.length > 0)
    return undefined;
  const bytes = bytesOf(address);
  const isMapped = MAPPED.every((byte, i) => bytes[i] === byte) && Number(given ?? most) >= 96;
  const own = isMapped ? bytes.slice(MAPPED.length) : bytes;
  const whole = own.length * 8;
  const prefix = Number(given ?? most) - (isMapped ? 96 : 0);
  const network = own.map((byte, i) => byte & (0xff00 >> Math.min(Math.max(prefix - 8 * i, 0), 8)));
  return prefix === whole ? textOf(network) : `${textOf(network)}/${prefix}`;
}

function subnetOf(cidr: string): Subnet {
  const [network = '', prefix] = rangeText(cidr)!.split('/');
  return [network, Number(prefix ?? (familyOf(network) === 'ipv4' ? 32 : 128))];
}

/**
 * `allowed` addresses are in the operator's allow list, public or not; `public` and `allowed` addresses may be
 * connected to.
 */
export type Verdict = 'public' | 'allowed' | 'refused';

/** Returns true if the host is one of these hosts, or ends like one of them with `*.`. Undefined lists every host. */
export function isListed(host: string, hosts: readonly string[] | undefined): boolean {
  return (
    hosts === undefined ||
    hosts.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one))
  );
}

/** The IP addresses that requests may connect to: global unicast, and those that the operator allows. */
export class AddressRules {
  readonly #allow: BlockList;
  /** The allowed addresses and CIDRs, as given. */
  readonly ranges: readonly string[];
  readonly #hosts: readonly string[] | undefined;

  /**
   * @param allow valid IP addresses and CIDRs (checked by the configuration)
   * @param hosts the only hosts that URLs may have, or `*.` and the end of their names; undefined for all
   */
  constructor(allow: readonly string[], hosts?: readonly string[]) {
    this.#allow = listOf(allow.map(subnetOf));
    this.ranges = allow;
    this.#hosts = hosts;
  }

  /** @param host a name without a dot at its end, or an address, in the canonical form of URLs */
  lists(host: string): boolean {
    return isListed(host, this.#hosts);
  }

  /** Returns true if one of the allowed ranges contains all addresses of this address or CIDR. */
  covers(cidr: string): boolean {
    const [network, prefix] = subnetOf(cidr);
    const family = familyOf(network);
    return this.ranges
      .map(subnetOf)
      .some((subnet) => subnet[1] <= prefix && listOf([subnet]).check(network, family));
  }

  /**
   * Judges one address in any notation. An IPv4-mapped IPv6 address is allowed if its IPv4 address is, and never
   * public. A text that is not an IP address, or has a zone, is refused.
   */
  judge(address: string): Verdict {
    if (isIP(address) === 0 || address.includes('%')) return 'refused';
    const family = familyOf(address);
    const spelled = family === 'ipv4' ? address : rangeText(address)!;
    if (this.#allow.check(spelled, familyOf(spelled))) return 'allowed';
    if (refused.check(address, family)) return 'refused';
    if (family === 'ipv6' && !globalUnicastV6.check(address, family)) return 'refused';
    return 'public';
  }
}
