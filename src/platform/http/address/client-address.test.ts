import pino from 'pino';
import { expect, test } from 'vitest';
import { addressIn, clientReader, SilentProxies } from './client-address.ts';

function reading(header = 'x-forwarded-for', trustedProxies = ['10.0.0.0/8', 'fe80::/10']) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const read = clientReader({ trustedProxies, header, log });
  const from = (headers: Record<string, string>, remoteAddress = '10.0.0.1') =>
    read({ headers, socket: { remoteAddress } as never });
  return { lines, from };
}

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.4:5555', '1.2.3.4'],
  ['[1.2.3.4]:80', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['[::FFFF:102:304]:443', '1.2.3.4'],
  ['2001:DB8:0:0::5', '2001:db8::5'],
  ['[2001:db8::5]', '2001:db8::5'],
  ['[2001:db8::5]:4711', '2001:db8::5'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25en0]:80', 'fe80::1'],
])('reads %s as one spelling of the address', (text, address) => {
  expect(addressIn(text)).toBe(address);
});

test.each([
  '',
  'unknown',
  '_hidden',
  'example.com',
  '1.2.3',
  '01.2.3.4',
  '1.2.3.4:',
  '1.2.3.4:http',
  '1.2.3.4:123456',
  '1.2.3.4/8',
  '[1.2.3.4',
  '2001:db8::/32',
  '1.2.3.4 5.6.7.8',
  '"1.2.3.4"',
  '%eth0',
])('rejects %j as an address', (text) => {
  expect(addressIn(text)).toBeUndefined();
});

test('takes the last address that is not a trusted proxy', () => {
  const { from } = reading();
  const forged = { 'x-forwarded-for': '6.6.6.6, 1.2.3.4:99, 10.9.9.9' };
  expect(from(forged)).toEqual({ address: '1.2.3.4', known: true });
  expect(from({ 'x-forwarded-for': '10.2.2.2, 10.9.9.9' }).address).toBe('10.2.2.2');
  expect(from({ 'x-forwarded-for': `${'6.6.6.6, '.repeat(1000)}1.2.3.4` }).address).toBe('1.2.3.4');
});

test('ignores headers of a peer that is not a trusted proxy', () => {
  const { from } = reading();
  const forged = { 'x-forwarded-for': '1.2.3.4' };
  expect(from(forged, '9.9.9.9')).toEqual({ address: '9.9.9.9', known: true });
  expect(from(forged, '::ffff:9.9.9.9').address).toBe('9.9.9.9');
  expect(from(forged, '::ffff:10.0.0.1').address).toBe('1.2.3.4');
  expect(from(forged, 'fe80::7%eth0').address).toBe('1.2.3.4');
  expect(reading('x-forwarded-for', []).from(forged).address).toBe('10.0.0.1');
});

test('reads only the named header', () => {
  const all = {
    'x-forwarded-for': '1.1.1.1',
    forwarded: 'for=2.2.2.2',
    'x-real-ip': '3.3.3.3',
    'cf-connecting-ip': '4.4.4.4',
  };
  expect(reading('x-forwarded-for').from(all).address).toBe('1.1.1.1');
  expect(reading('forwarded').from(all).address).toBe('2.2.2.2');
  expect(reading('x-real-ip').from(all).address).toBe('3.3.3.3');
  expect(reading('cf-connecting-ip').from(all).address).toBe('4.4.4.4');
  expect(reading('true-client-ip').from(all)).toEqual({ address: '10.0.0.1', known: true });
});

test.each([
  ['for=1.2.3.4', '1.2.3.4'],
  ['For="1.2.3.4:47011";proto=https;by=203.0.113.43', '1.2.3.4'],
  ['for=6.6.6.6, for="[2001:db8:cafe::17]:4711"', '2001:db8:cafe::17'],
  ['for=1.2.3.4, proto=http; for=10.0.0.9', '1.2.3.4'],
  ['for=1.2.3.4;host="a, for=6.6.6.6"', '1.2.3.4'],
  ['for="1.2.3\\.4"', '1.2.3.4'],
])('reads the address of Forwarded: %s', (forwarded, address) => {
  expect(reading('forwarded').from({ forwarded })).toEqual({ address, known: true });
});

test.each([
  ['x-forwarded-for', 'unknown'],
  ['x-forwarded-for', ''],
  ['x-forwarded-for', '1.2.3.4, '],
  ['x-forwarded-for', 'proxy, 10.0.0.2'],
  ['forwarded', 'for=unknown'],
  ['forwarded', 'for=_hidden, for=10.0.0.2'],
  ['forwarded', 'proto=https'],
  ['forwarded', 'for=1.2.3.4, '],
  ['forwarded', 'for=1.2.3.4;x="a, for=5.6.7.8'],
  ['forwarded', 'for=1.2.3.4;x="\\, for="[2001:db8::1]"'],
  ['forwarded', '1.2.3.4'],
])('falls back to the peer for %s: %s, and warns once', (header, value) => {
  const { from, lines } = reading(header);
  for (let i = 0; i < 3; i++)
    expect(from({ [header]: value })).toEqual({ address: '10.0.0.1', known: false });
  expect(lines).toMatchObject([{ level: 40, header, peer: '10.0.0.1' }]);
});

test('counts trusted proxies that send no header, except on probes', () => {
  const silent = new SilentProxies();
  const read = clientReader({
    trustedProxies: ['10.0.0.0/8'],
    header: 'x-real-ip',
    log: pino({ enabled: false }),
    silent,
  });
  const from = (remoteAddress: string, url: string, headers = {}) =>
    read({ headers, url, socket: { remoteAddress } as never });
  from('10.0.0.1', '/api/v1/me', { 'x-real-ip': '1.2.3.4' });
  from('10.0.0.2', '/readyz');
  from('9.9.9.9', '/api/v1/me');
  expect(silent.list()).toEqual([]);
  from('10.0.0.3', '/api/v1/me', { 'x-forwarded-for': '1.2.3.4' });
  expect(silent.list()).toEqual(['10.0.0.3']);
});
