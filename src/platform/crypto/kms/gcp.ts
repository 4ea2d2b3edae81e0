import type { OutboundClient } from '../../outbound/client.ts';
import { EnvelopeError, wrapAad } from '../envelope.ts';
import { GcpTokens } from './gcp-token.ts';
import { sendRequest, bytesOf, KmsError, type Bound, type RemoteKms } from './remote-kms.ts';

const SERVICE = 'Google Cloud KMS';
const ENDPOINT = 'https://cloudkms.googleapis.com';

/** Returns bytes with their checksum in the API's form, where 64-bit numbers are texts. */
function withCrc(name: string, bytes: Buffer): Record<string, string> {
  return {
    [name]: bytes.toString('base64'),
    [`${name}Crc32c`]: String(crc32c(bytes)),
  };
}

/** @throws KmsError if the checksum of the bytes does not match */
function checked(answer: Record<string, unknown>, name: string): Buffer {
  const bytes = bytesOf(SERVICE, answer[name]);
  if (answer[`${name}Crc32c`] === String(crc32c(bytes))) return bytes;
  throw new KmsError(`${SERVICE}: the answer was damaged in transit`, true);
}

/**
 * Opens Google Cloud KMS. API:
 * cloud.google.com/kms/docs/reference/rest/v1/projects.locations.keyRings.cryptoKeys/encrypt. Verifies checksums in
 * both directions, as cloud.google.com/kms/docs/data-integrity-guidelines requires.
 * @throws KmsSetupError
 */
export async function gcpKms(
  client: OutboundClient,
  settings: { gcpEndpoint?: string | undefined; gcpCredentialsFile?: string | undefined },
): Promise<RemoteKms> {
  const endpoint = settings.gcpEndpoint ?? ENDPOINT;
  const tokens = await GcpTokens.open(client, settings.gcpCredentialsFile);

  async function call(
    action: 'encrypt' | 'decrypt',
    { keyId, name, context }: Bound,
    body: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    const token = await tokens.token();
    const aad = withCrc('additionalAuthenticatedData', wrapAad(context, keyId));
    const { status, answer } = await sendRequest(client, SERVICE, {
      method: 'POST',
      url: `${endpoint}/v1/${name}:${action}`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...body, ...aad }),
      signal,
    });
    if (status === 200) return answer;
    if (status === 401) tokens.forget();
    const error = Object(answer.error) as { status?: unknown; message?: unknown };
    const invalid = status === 400 && error.status === 'INVALID_ARGUMENT';
    const damaged = invalid && /crc32c/i.test(String(error.message));
    if (action === 'decrypt' && invalid && !damaged) throw new EnvelopeError();
    throw new KmsError(`${SERVICE} answered ${status} to ${action}`, status === 401 || damaged);
  }

  return {
    async encrypt(bound, plaintext, signal) {
      const answer = await call('encrypt', bound, withCrc('plaintext', plaintext), signal);
      // Otherwise the service has not verified the checksums, and may have encrypted something else.
      if (
        answer.verifiedPlaintextCrc32c !== true ||
        answer.verifiedAdditionalAuthenticatedDataCrc32c !== true
      )
        throw new KmsError(`${SERVICE}: the request was damaged in transit`, true);
      if (!String(answer.name).startsWith(`${bound.name}/cryptoKeyVersions/`))
        throw new KmsError(`${SERVICE} has encrypted with another key`);
      return checked(answer, 'ciphertext');
    },
    async decrypt(bound, wrapped, signal) {
      const answer = await call('decrypt', bound, withCrc('ciphertext', wrapped), signal);
      return checked(answer, 'plaintext');
    },
  };
}

/** CRC-32C (Castagnoli, RFC 3720 appendix B.4), which Google's services use; zlib has another CRC-32. */
const POLYNOMIAL = 0x82f63b78;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
  return crc >>> 0;
});

export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
