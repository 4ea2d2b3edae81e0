/** The part of Google Cloud KMS that Oriki uses, with its checksums, and the token server for service accounts. */
import { generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import {
  gcmOpen,
  gcmSeal,
  startKmsServer,
  type KmsAnswer,
  type KmsRequest,
  type KmsServer,
} from './kms-server.ts';

function fail(code: number, status: string, message = 'refused'): KmsAnswer {
  return {
    status: code,
    body: { error: { code, status, message } },
  };
}

/** Computed bit by bit after RFC 3720, independently of the table in the product. */
function crc32c(bytes: Buffer): string {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return String(~crc >>> 0);
}

export type GcpKms = KmsServer & {
  /** Writes the JSON key of the only service account. */
  writeCredentials: (path: string) => Promise<void>;
  /** The lifetime of tokens in seconds. */
  tokenSeconds: number;
  /** The issued tokens, of which the last one is valid. */
  tokens: string[];
  /** Adds a version to every key and makes it primary. */
  rotate: () => void;
};

/** @param names `projects/…/cryptoKeys/…` of the existing keys */
export async function startGcpKms(...names: string[]): Promise<GcpKms> {
  const account = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const email = 'oriki@project.iam.gserviceaccount.com';
  const keys = new Map(names.map((name) => [name, [randomBytes(32)]]));
  const json = (text: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(text, 'base64url').toString());

  const giveToken = ({ text }: KmsRequest): KmsAnswer => {
    const form = new URLSearchParams(text);
    const assertion = form.get('assertion') ?? '';
    const [head = '', claims = '', signature = ''] = assertion.split('.');
    const { iss, scope, aud, iat, exp } = json(claims);
    const sound =
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      json(head).alg === 'RS256' &&
      iss === email &&
      aud === `${kms.url}/token` &&
      scope === 'https://www.googleapis.com/auth/cloudkms' &&
      Number(exp) - Number(iat) === 3600 &&
      verify(
        'RSA-SHA256',
        Buffer.from(`${head}.${claims}`),
        account.publicKey,
        Buffer.from(signature, 'base64url'),
      );
    if (!sound) return { status: 400, body: { error: 'invalid_grant' } };
    const access_token = `token-${kms.tokens.length}`;
    kms.tokens.push(access_token);
    return {
      status: 200,
      body: { access_token, expires_in: kms.tokenSeconds, token_type: 'Bearer' },
    };
  };

  const server = await startKmsServer((request) => {
    if (request.path === '/token') return giveToken(request);
    if (request.headers.authorization !== `Bearer ${kms.tokens.at(-1)}`)
      return fail(401, 'UNAUTHENTICATED');
    const [, name = '', action] = /^\/v1\/(.+):(encrypt|decrypt)$/.exec(request.path) ?? [];
    const versions = keys.get(name);
    if (!versions) return fail(404, 'NOT_FOUND');
    const { body } = request;
    for (const field of ['plaintext', 'ciphertext', 'additionalAuthenticatedData'])
      if (field in body && body[`${field}Crc32c`] !== crc32c(Buffer.from(body[field], 'base64')))
        return fail(
          400,
          'INVALID_ARGUMENT',
          `The checksum in field ${field}_crc32c did not match the data in field ${field}.`,
        );
    const aad = Buffer.from(body.additionalAuthenticatedData, 'base64');
    if (action === 'encrypt') {
      const sealed = gcmSeal(versions.at(-1)!, aad, Buffer.from(body.plaintext, 'base64'));
      const ciphertext = Buffer.concat([Buffer.of(versions.length), sealed]);
      return {
        status: 200,
        body: {
          name: `${name}/cryptoKeyVersions/${versions.length}`,
          ciphertext: ciphertext.toString('base64'),
          ciphertextCrc32c: crc32c(ciphertext),
          verifiedPlaintextCrc32c: true,
          verifiedAdditionalAuthenticatedDataCrc32c: true,
          protectionLevel: 'SOFTWARE',
        },
      };
    }
    const ciphertext = Buffer.from(body.ciphertext, 'base64');
    const version = versions[(ciphertext[0] ?? 0) - 1];
    const plaintext = version && gcmOpen(version, aad, ciphertext.subarray(1));
    if (!plaintext)
      return fail(400, 'INVALID_ARGUMENT', 'Decryption failed: the ciphertext is invalid.');
    const encoded = plaintext.toString('base64');
    return { status: 200, body: { plaintext: encoded, plaintextCrc32c: crc32c(plaintext) } };
  });
  const kms: GcpKms = Object.assign(server, {
    writeCredentials: async (path: string) => {
      const private_key = account.privateKey.export({ type: 'pkcs8', format: 'pem' });
      const token_uri = `${server.url}/token`;
      const file = { private_key_id: 'k1', private_key, client_email: email, token_uri };
      await writeFile(path, JSON.stringify({ type: 'service_account', ...file }), { mode: 0o600 });
    },
    tokenSeconds: 3600,
    tokens: [] as string[],
    rotate: () => keys.forEach((versions) => versions.push(randomBytes(32))),
  });
  return kms;
}
