import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { clock } from '../../../platform/clock.ts';
import type { ErrorDetail } from '../../../platform/errors/index.ts';
import type { CredentialInput } from './schemas.ts';

const NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/;
/** Headers that Oriki sends itself, that frame a message, or that belong to one connection (RFC 9110, 7.6.1). */
const RESERVED = new Set([
  'accept-encoding',
  'connection',
  'cookie',
  'cookie2',
  'date',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);
const RESERVED_PREFIXES = ['content-', 'proxy-', 'webhook-'];
/** The limit for all names and values in bytes: common servers accept 8 KiB and more. */
const MAX_HEADER_BYTES = 8 * 1024;

/** Returns the problems of an input that its schema accepts. Messages never repeat a value. */
export function credentialProblems(input: CredentialInput): ErrorDetail[] {
  return [...headerProblems(input), ...authProblems(input.auth), ...certificateProblems(input)];
}

function headerProblems({ headers = {}, auth }: CredentialInput): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const seen = new Set<string>();
  let bytes = 0;
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    bytes += name.length + value.length;
    const message = nameProblem(name) ?? (seen.has(lower) ? 'occurs twice' : undefined);
    if (message !== undefined) problems.push({ path: `headers.${shown(name)}`, message });
    seen.add(lower);
  }
  if (bytes > MAX_HEADER_BYTES)
    problems.push({
      path: 'headers',
      message: `must have at most ${MAX_HEADER_BYTES} bytes in all`,
    });
  if (seen.has('authorization') && auth?.type !== undefined)
    problems.push({ path: 'auth', message: 'must be absent if this header is set' });
  return problems;
}

/** Returns a header name from the request if it is a valid name, otherwise `…`. */
function shown(name: string): string {
  return NAME.test(name) ? name : '…';
}

function nameProblem(name: string): string | undefined {
  if (!NAME.test(name)) return 'must be a name of at most 64 letters, digits and hyphens';
  const lower = name.toLowerCase();
  if (RESERVED.has(lower) || RESERVED_PREFIXES.some((prefix) => lower.startsWith(prefix)))
    return 'must not be set: Oriki or the connection sets it';
  return undefined;
}

function authProblems(auth: CredentialInput['auth']): ErrorDetail[] {
  if (auth === undefined || Object.keys(auth).length === 0) return [];
  const { type } = auth;
  if (type === undefined) return [{ path: 'auth.type', message: 'is required' }];
  const needed = type === 'basic' ? (['username', 'password'] as const) : (['token'] as const);
  const others = type === 'basic' ? (['token'] as const) : (['username', 'password'] as const);
  return [
    ...needed
      .filter((name) => auth[name] === undefined)
      .map((name) => ({ path: `auth.${name}`, message: `is required with ${type}` })),
    ...others
      .filter((name) => auth[name] !== undefined)
      .map((name) => ({ path: `auth.${name}`, message: `must be absent with ${type}` })),
  ];
}

function certificateProblems({ clientCertificate }: CredentialInput): ErrorDetail[] {
  if (clientCertificate === undefined || Object.keys(clientCertificate).length === 0) return [];
  const { certificate, key } = clientCertificate;
  const at = (field: string, message: string) => [{ path: `clientCertificate.${field}`, message }];
  if (certificate === undefined) return at('certificate', 'is required');
  if (key === undefined) return at('key', 'is required');
  const read = readCertificate(certificate);
  if (!read) return at('certificate', 'must be a certificate in PEM');
  if (read.validToDate.getTime() <= clock.nowMs()) return at('certificate', 'has expired');
  const privateKey = readKey(key);
  if (!privateKey) return at('key', 'must be a private key in PEM that is not encrypted');
  if (!read.checkPrivateKey(privateKey)) return at('key', 'must be the key of the certificate');
  try {
    createSecureContext({ cert: certificate, key });
  } catch {
    return at('certificate', 'must be usable for TLS, with every certificate of its chain');
  }
  return [];
}

function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return pem.includes('-----BEGIN CERTIFICATE-----') ? new X509Certificate(pem) : undefined;
  } catch {
    return undefined;
  }
}

function readKey(pem: string) {
  try {
    return createPrivateKey({ key: pem, format: 'pem' });
  } catch {
    return undefined;
  }
}
