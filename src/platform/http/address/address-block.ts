/** One IPv6 client owns at least a /64, so that is what is counted. */
export function addressBlock(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.slice(0, 64);
  const [head = '', tail] = ip.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  if (tail !== undefined) while (groups.length < 4) groups.push('0');
  return `${groups.slice(0, 4).join(':')}::/64`;
}
