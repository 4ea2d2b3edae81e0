/** Limits count an IPv6 client by its /64, because one client owns at least that much. */
export function addressBlock(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.slice(0, 64);
  const [head = '', tail] = ip.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  if (tail !== undefined) while (groups.length < 4) groups.push('0');
  return `${groups.slice(0, 4).join(':')}::/64`;
}
