import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AddressRules, rangeText } from './address.ts';

const none = new AddressRules([]);

/**
 * The first and last address of each range that is not global unicast, and the addresses next to them where they are
 * public.
 */
const REFUSED = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
  ['127.0.0.0', '127.0.0.1', '127.255.255.255'],
  ['168.63.129.16'],
  ['169.254.0.0', '169.254.169.254', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.192', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.254', '255.255.255.255'],
  ['::', '::1', '::2', '::ffff'],
  ['::7f00:1', '::127.0.0.1', '::8.8.8.8'],
  ['::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:0a00:0001', '::ffff:8.8.8.8'],
  ['::ffff:0:127.0.0.1'],
  ['64:ff9b::', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::', '64:ff9b:1:ffff::1'],
  ['100::', '100::1', '100:0:0:1::1'],
  ['1fff:ffff::1'],
  ['2001::', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:2::1', '2001:3::1', '2001:4:112::1'],
  ['2001:10::1', '2001:20::1', '2001:30::1', '2001:1ff:ffff:ffff::1'],
  ['2001:db8::', '2001:db8::1', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:7f00:1::', '2002:a9fe:a9fe::1', '2002:808:808::1', '2002:ffff::1'],
  ['3fff::', '3fff::1', '3fff:fff:ffff::1'],
  ['4000::1', '5f00::1', '8000::1'],
  ['fc00::', 'fd00:ec2::254', 'fdff:ffff::1'],
  ['fe80::1', 'fe80::1%eth0', 'febf:ffff::1'],
  ['fec0::1', 'feff:ffff::1'],
  ['ff00::', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
].flat();

const PUBLIC = [
  '1.0.0.0',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.0.3.0',
  '192.88.98.255',
  '192.88.100.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '198.51.101.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '2000::1',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2001:db7:ffff::1',
  '2001:db9::1',
  '2003::1',
  '2606:4700:4700::1111',
  '2A00:1450:4001:0:0:0:0:200e',
  '3ffe:ffff::1',
  '3fff:1000::1',
];

describe('an address without an allow list', () => {
  test.each(REFUSED)('%s is refused', (address) => {
    expect(none.judge(address)).toBe('refused');
  });

  test.each(PUBLIC)('%s is public', (address) => {
    expect(none.judge(address)).toBe('public');
  });

  test.each([
    '',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '8.8.8.8 ',
    '[2606::1]',
    '8.8.8.8%1',
  ])('a text that is not a plain IP address is refused: "%s"', (text) => {
    expect(none.judge(text)).toBe('refused');
  });

  test('no IPv6 address outside of 2000::/3 is public', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        if (none.judge(address) === 'public') expect(address).toMatch(/^[23][0-9a-f]{3}:/i);
      }),
    );
  });

  test('no IPv4 address becomes public by being embedded in an IPv6 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (v4) => {
        for (const prefix of ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'])
          expect(none.judge(prefix + v4)).toBe('refused');
      }),
    );
  });
});

describe('an address with an allow list', () => {
  test('accepts addresses inside the list, and treats their neighbors as before', () => {
    const rules = new AddressRules(['127.0.0.0/8', '::1', '10.1.2.3', 'fd00::/8', '8.8.8.0/24']);
    for (const address of ['127.0.0.1', '127.255.255.255', '::1', '0:0::1', '10.1.2.3', 'fd12::1'])
      expect(rules.judge(address), address).toBe('allowed');
    for (const address of ['128.0.0.0', '8.8.9.1']) expect(rules.judge(address)).toBe('public');
    expect(rules.judge('8.8.8.8')).toBe('allowed');
    for (const address of ['10.1.2.4', '::2', 'fc00::1', '169.254.169.254'])
      expect(rules.judge(address), address).toBe('refused');
  });

  test('an IPv4-mapped address is judged as its IPv4 address', () => {
    const rules = new AddressRules(['127.0.0.0/8']);
    expect(rules.judge('::ffff:127.0.0.1')).toBe('allowed');
    expect(rules.judge('::ffff:7fff:1')).toBe('allowed');
    expect(rules.judge('::ffff:128.0.0.1')).toBe('refused');
    expect(rules.judge('::127.0.0.1')).toBe('refused');
    expect(new AddressRules(['::ffff:127.0.0.0/104']).judge('127.0.0.1')).toBe('allowed');
    expect(new AddressRules(['::ffff:7f00:1']).judge('127.0.0.1')).toBe('allowed');
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1'])
      expect(new AddressRules(['::/0']).judge(address), address).toBe('allowed');
  });

  test.each([
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['203.0.113.7/032', '203.0.113.7'],
    ['10.1.2.3/0', '0.0.0.0/0'],
    [' 2001:DB8:0::1 ', '2001:db8::1'],
    ['2001:db8:ffff::1/33', '2001:db8:8000::/33'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107/120', '203.0.113.0/24'],
    ['::ffff:203.0.113.7/95', '::fffe:0:0/95'],
    ['203.0.113.7/33', undefined],
    ['::1/129', undefined],
    ['fe80::1%1', undefined],
    ['10.0.0.0/8/8', undefined],
    ['10.0.0.0/', undefined],
    ['10.0/8', undefined],
    ['example.com', undefined],
    ['', undefined],
  ])('the range %j is normalised to %j', (text, spelled) => {
    expect(rangeText(text)).toBe(spelled);
  });
});

test.each([
  ['10.0.0.0/8', '10.0.0.0/8', true],
  ['10.0.0.0/8', '10.255.0.0/16', true],
  ['10.0.0.0/8', '10.1.2.3', true],
  ['10.0.0.0/8', '10.0.0.0/7', false],
  ['10.0.0.0/8', '11.0.0.0/16', false],
  ['10.0.0.0/8', '::ffff:10.0.0.0/104', true],
  ['2001:db8::/32', '2001:db8:1::/48', true],
  ['2001:db8::/32', '2001::/16', false],
  ['::/0', '10.0.0.1', true],
  ['0.0.0.0/0', '::1', false],
])('the range %s covers %s: %s', (range, cidr, isCovered) => {
  expect(new AddressRules(['192.0.2.1', range]).covers(cidr)).toBe(isCovered);
});
