import { describe, expect, test } from 'vitest';
import { AddressRules } from './address.ts';
import { checkTarget, MAX_TARGET_LENGTH } from './target.ts';

const none = new AddressRules([]);
const loopback = new AddressRules(['127.0.0.0/8', '::1']);

const NOT_PUBLIC = 'must not point to a private, local or otherwise reserved address';
const INTERNAL = 'must not point to a local or internal name';
const HTTPS = 'must start with https://';
const PORT = 'must use port 443 or one above 1023';
const CREDENTIALS = 'must not contain a user name or password';
const INVALID = 'must be a valid absolute URL';
const NAME = 'must have a valid host name';

describe('a target that is accepted', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['https://example.com:443/a?b=c', 'https://example.com/a?b=c'],
    ['HTTPS://EXAMPLE.com/Hook', 'https://example.com/Hook'],
    ['https://example.com:1024/', 'https://example.com:1024/'],
    ['https://example.com:65535/', 'https://example.com:65535/'],
    ['https://example.com./x', 'https://example.com/x'],
    ['https://example.com.:8443/x', 'https://example.com:8443/x'],
    ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
    ['https://my_hook.example/', 'https://my_hook.example/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
    ['https://localhost.example.com/', 'https://localhost.example.com/'],
    ['https://mylocal/', 'https://mylocal/'],
    ['https://internal.example/', 'https://internal.example/'],
    ['https://example.com/#top', 'https://example.com/#top'],
    ['https://example.com/a%20b%5C%00', 'https://example.com/a%20b%5C%00'],
  ])('%j becomes %s', (text, href) => {
    const { url, problem } = checkTarget(text, none);
    expect(problem).toBeUndefined();
    expect(url?.href).toBe(href);
  });
});

describe('a target that is refused', () => {
  test.each([
    ['', INVALID],
    ['example.com/hook', INVALID],
    ['//example.com', INVALID],
    ['https://', INVALID],
    ['https://exa mple.com', INVALID],
    // The parser would silently change these.
    [' https://example.com/', INVALID],
    ['https://example.com/\n', INVALID],
    ['https://exam\nple.com/', INVALID],
    ['ht\ttps://example.com/', INVALID],
    ['https://example.com/a b', INVALID],
    ['https://example.com/?a b', INVALID],
    ['https://example.com/a\tb', INVALID],
    ['https://example.com/\u00a0', INVALID],
    ['https://example.com/\u2028', INVALID],
    ['https://example.com/\0', INVALID],
    ['https://example.com/\x1f', INVALID],
    ['https://example.com/\x7f', INVALID],
    ['\x00https://example.com/', INVALID],
    ['\ufeffhttps://example.com/', INVALID],
    ['https:\\\\example.com\\hook', INVALID],
    ['https://example.com\\@evil.example/', INVALID],
    ['https://example.com/?a\\b', INVALID],
    ['https:example.com', INVALID],
    ['https:/example.com', INVALID],
    ['https:///example.com', INVALID],
    ['https:////example.com/x', INVALID],
    ['HTTPS:example.com', INVALID],
    ['https://example.com:99999', INVALID],
    ['https://[::1', INVALID],
    ['https://1.2.3.4.5/', INVALID],
    ['https://256.256.256.256/', INVALID],
    ['http://example.com/', HTTPS],
    ['http://8.8.8.8/', HTTPS],
    ['ftp://example.com/', HTTPS],
    ['file:///etc/passwd', HTTPS],
    ['data:text/plain,x', HTTPS],
    ['javascript:alert(1)', HTTPS],
    ['gopher://127.0.0.1:6379/_x', HTTPS],
    ['https://example.com:0/', PORT],
    ['https://example.com:1/', PORT],
    ['https://example.com:22/', PORT],
    ['https://example.com:80/', PORT],
    ['https://example.com:1023/', PORT],
    ['https://user@example.com/', CREDENTIALS],
    ['https://user:secret@example.com/', CREDENTIALS],
    ['https://:secret@example.com/', CREDENTIALS],
    ['https://example.com@127.0.0.1/', CREDENTIALS],
    ['https://localhost/', INTERNAL],
    ['https://LOCALHOST/', INTERNAL],
    ['https://localhost./', INTERNAL],
    ['https://ｌｏｃａｌｈｏｓｔ/', INTERNAL],
    ['https://api.localhost/', INTERNAL],
    ['https://printer.local/', INTERNAL],
    ['https://Printer.LOCAL./', INTERNAL],
    ['https://local/', INTERNAL],
    ['https://metadata.google.internal/', INTERNAL],
    ['https://metadata.google.internal./', INTERNAL],
    ['https://localhost../', NAME],
    ['https://127.0.0.1../', NAME],
    ['https://./', NAME],
    ['https://a..example/', NAME],
    ['https://.example/', NAME],
    ['https://a*b.example/', NAME],
    [`https://${'a'.repeat(64)}.example/`, NAME],
    [`https://${'a.'.repeat(126)}example/`, NAME],
  ])('%j: %s', (text, problem) => {
    expect(checkTarget(text, none)).toEqual({ problem });
  });

  /** Notations of addresses that a naive check of the text would miss. */
  test.each([
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0X7F.0.0.1',
    '017700000001',
    '0177.0.0.1',
    '0177.1',
    '00000177.0.0.0x1',
    '①②⑦.⓪.⓪.①',
    '１２７.０.０.１',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '0',
    '0.0.0.0',
    '0x0',
    '10.0.0.1',
    '012.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '3232235521',
    '100.64.0.1',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '168.63.129.16',
    '198.18.0.1',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '4294967295',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000:0000:0000:0000:0000:0000:0000:0001]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::FFFF:10.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::a9fe:a9fe]',
    '[100::1]',
    '[2001::1]',
    '[2001:10::1]',
    '[2001:db8::1]',
    '[2002:7f00:1::]',
    '[3fff::1]',
    '[5f00::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
  ])('the literal address %s is not public', (host) => {
    expect(checkTarget(`https://${host}/`, none)).toEqual({ problem: NOT_PUBLIC });
  });

  test('a URL longer than the limit, as given or once percent-encoded, is refused', () => {
    const path = (length: number, char = 'a'): string =>
      `https://example.com/${char.repeat(length - 20)}`;
    const problem = 'must have at most 2048 characters';
    expect(checkTarget(path(MAX_TARGET_LENGTH), none).problem).toBeUndefined();
    expect(checkTarget(path(MAX_TARGET_LENGTH + 1), none)).toEqual({ problem });
    expect(checkTarget(path(1000, 'é'), none)).toEqual({ problem });
  });
});

describe('a literal address inside the allow list', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.0.0.1:80/',
    'http://127.0.0.1:22/',
    'https://127.9.9.9:1/',
    'http://[::1]:8080/',
    'http://[::ffff:127.0.0.1]/',
    'http://2130706433/',
  ])('is accepted with http and on any port: %s', (text) => {
    expect(checkTarget(text, loopback).problem).toBeUndefined();
  });

  test('does not excuse credentials, port 0, other schemes or internal names', () => {
    expect(checkTarget('http://u@127.0.0.1/', loopback).problem).toBe(CREDENTIALS);
    expect(checkTarget('http://127.0.0.1:0/', loopback).problem).toBe(PORT);
    expect(checkTarget('ftp://127.0.0.1/', loopback).problem).toBe(HTTPS);
    expect(checkTarget('http://localhost/', loopback).problem).toBe(INTERNAL);
    expect(checkTarget('https://localhost:8443/', loopback).problem).toBe(INTERNAL);
  });

  test('does not allow other addresses or names', () => {
    expect(checkTarget('http://10.0.0.1/', loopback).problem).toBe(NOT_PUBLIC);
    expect(checkTarget('http://8.8.8.8/', loopback).problem).toBe(HTTPS);
    expect(checkTarget('http://example.com/', loopback).problem).toBe(HTTPS);
    expect(checkTarget('https://example.com:80/', loopback).problem).toBe(PORT);
  });
});
