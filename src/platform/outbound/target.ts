import { isIP } from 'node:net';
import type { AddressRules } from './address.ts';

/** The maximum number of characters of a target's URL, as given and as normalised. */
export const MAX_TARGET_LENGTH = 2048;

/** Rejects some of the URLs that `checkTarget` rejects. All regular-expression engines support it. */
export const TARGET_PATTERN = String.raw`^[Hh][Tt][Tt][Pp][Ss]?://[^/\s\\][^\s\\]*$`;

const INTERNAL_NAME = /(^|\.)(localhost|local|internal)$/;
/** Lengths of RFC 1035; the underscore is not a valid host name character but is in use. */
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;

const TOO_LONG = { problem: `must have at most ${MAX_TARGET_LENGTH} characters` };
/** The parser would drop or replace these characters, and the stored URL would then differ from the intended one. */
const REPAIRED = /[\s\p{Cc}\\]/u;

const INVALID = { problem: 'must be a valid absolute URL' };
const NOT_HTTPS = { problem: 'must start with https://' };
const WRONG_PORT = { problem: 'must use port 443 or one above 1023' };

/** The URL to use from then on, or the problem in words that follow the field's name. */
export type CheckedTarget =
  | { url: URL; problem?: undefined; unlisted?: undefined }
  | {
      url?: undefined;
      problem: string;
      /** The URL, if only its host is wrong: the operator does not list it. */
      unlisted?: URL;
    };

/** Returns the host of a URL for system calls: an IPv6 address without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/**
 * Checks all properties of a target that need no network: https on port 443 or above 1023, no credentials, no internal
 * name, and no literal address that is not public, in any notation (the WHATWG parser turns `0x7f.1`, `2130706433` and
 * full-width digits into `127.0.0.1`). Literal addresses inside the allow list may also use http and any port. The
 * rules must list the host. A fragment is ignored, because it is never sent.
 * Addresses of names are checked later, when a connection is made. The returned URL has no dot at the end of its host.
 */
export function checkTarget(text: string, rules: AddressRules): CheckedTarget {
  const checked = checkAddress(text, rules);
  const { url } = checked;
  if (!url || rules.lists(hostOf(url))) return checked;
  return { problem: 'must have a host that the operator of this service allows', unlisted: url };
}

/** Makes all checks except whether the operator lists the host. */
function checkAddress(text: string, rules: AddressRules): CheckedTarget {
  if (text.length > MAX_TARGET_LENGTH) return TOO_LONG;
  const url = URL.parse(text);
  if (!url || REPAIRED.test(text)) return INVALID;
  if (url.href.length > MAX_TARGET_LENGTH) return TOO_LONG;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return NOT_HTTPS;
  if (!/^https?:\/\/[^/]/i.test(text)) return INVALID;
  if (url.username !== '' || url.password !== '')
    return { problem: 'must not contain a user name or password' };
  if (url.port === '0') return WRONG_PORT;

  const host = hostOf(url);
  if (isIP(host) !== 0) {
    const verdict = rules.judge(host);
    if (verdict === 'allowed') return { url };
    if (verdict === 'refused')
      return { problem: 'must not point to a private, local or otherwise reserved address' };
  } else {
    const name = host.endsWith('.') ? host.slice(0, -1) : host;
    if (!HOST_NAME.test(name)) return { problem: 'must have a valid host name' };
    if (INTERNAL_NAME.test(name)) return { problem: 'must not point to a local or internal name' };
    if (name !== host) url.hostname = name;
  }
  if (url.protocol !== 'https:') return NOT_HTTPS;
  if (url.port !== '' && Number(url.port) <= 1023) return WRONG_PORT;
  return { url };
}
