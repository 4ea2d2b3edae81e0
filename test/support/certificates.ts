import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

const HOUR_MS = 3_600_000;

/** In PEM. */
export type Certificate = { cert: string; key: string };

export type CertificateOptions = {
  /** Host names of the certificate; without names and addresses: localhost and 127.0.0.1. */
  names?: string[];
  ips?: string[];
  /** True for a certificate that expired an hour ago. */
  expired?: boolean;
  /** True to sign it with its own key instead of the test CA. */
  selfSigned?: boolean;
  /** True to sign it with an authority that no test trusts. */
  unknownIssuer?: boolean;
  /** True for a client certificate. */
  client?: boolean;
};

type Extensions = NonNullable<
  NonNullable<Parameters<typeof import('selfsigned').generate>[1]>['extensions']
>;

async function generate(
  commonName: string,
  hours: { from: number; to: number },
  extensions: Extensions,
  ca?: Certificate,
): Promise<Certificate> {
  // Loaded on demand, because it costs 100 ms.
  const selfsigned = await import('selfsigned');
  const now = Date.now();
  const made = await selfsigned.generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now + hours.from * HOUR_MS),
    notAfterDate: new Date(now + hours.to * HOUR_MS),
    extensions,
    ...(ca === undefined ? {} : { ca }),
  });
  return { cert: made.cert, key: made.private };
}

let ca: Promise<Certificate> | undefined;

function newCa(): Promise<Certificate> {
  // A unique name: with another process's CA under the same name, errors would mislead.
  return generate(`Oriki test CA ${randomBytes(4).toString('hex')}`, { from: -24, to: 24 * 7 }, [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
  ]);
}

/** Returns the certificate authority of this process's tests. */
export function testCa(): Promise<Certificate> {
  ca ??= newCa();
  return ca;
}

/** Returns a certificate of a server or a client, with a new key each time. */
export async function certificateFor(options: CertificateOptions = {}): Promise<Certificate> {
  const bare = options.names === undefined && options.ips === undefined;
  const names = options.names ?? (bare ? ['localhost'] : []);
  const ips = options.ips ?? (bare ? ['127.0.0.1'] : []);
  return generate(
    names[0] ?? ips[0] ?? 'nobody',
    options.expired === true ? { from: -3, to: -1 } : { from: -1, to: 24 },
    [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      {
        name: 'extKeyUsage',
        ...(options.client === true ? { clientAuth: true } : { serverAuth: true }),
      },
      {
        name: 'subjectAltName',
        altNames: [
          ...names.map((value) => ({ type: 2 as const, value })),
          ...ips.map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
    options.selfSigned === true
      ? undefined
      : await (options.unknownIssuer === true ? newCa() : testCa()),
  );
}

/**
 * Makes this process (this thread) trust the test CA in addition to its usual ones. @returns a function that reverts
 * this. A client with existing connections or TLS sessions may keep them
 */
export async function trustTestCa(): Promise<() => void> {
  const { cert } = await testCa();
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, cert]);
  return () => setDefaultCACertificates(before);
}

let folder: string | undefined;

/**
 * Returns a PEM file of the test CA, for `NODE_EXTRA_CA_CERTS` of a child. It is deleted when this process ends, but
 * Vitest kills its workers: there, call `removeCaFile` in `afterAll`.
 */
export async function caFile(): Promise<string> {
  const { cert } = await testCa();
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), 'oriki-ca-'));
    writeFileSync(join(folder, 'ca.pem'), cert);
    process.once('exit', removeCaFile);
  }
  return join(folder, 'ca.pem');
}

export function removeCaFile(): void {
  process.off('exit', removeCaFile);
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  folder = undefined;
}
