import type { OutboundClient } from '../../outbound/client.ts';
import { EnvelopeError, wrapAad } from '../envelope.ts';
import { sendRequest, bytesOf, KmsError, type Bound, type RemoteKms } from './remote-kms.ts';

export type VaultSettings = {
  /** An address like `https://vault.example.com:8200`. */
  address: string;
  token: string;
  namespace?: string | undefined;
};

/** Matches the version of the key, and base64. */
const CIPHERTEXT = /^vault:v\d{1,9}:[A-Za-z0-9+/]{1,4096}={0,2}$/;
/** Vault's messages for a ciphertext that the key has not made with these associated data. Vault has no error codes. */
const NOT_OURS = /^invalid ciphertext|message authentication failed/;

/**
 * Opens the transit engine of HashiCorp Vault 1.13 or later, or of OpenBao. Earlier versions accept associated data
 * and ignore them. API: developer.hashicorp.com/vault/api-docs/secret/transit
 */
export function vaultKms(client: OutboundClient, settings: VaultSettings): RemoteKms {
  const { address, token, namespace } = settings;
  const headers = {
    'content-type': 'application/json',
    'x-vault-request': 'true',
    'x-vault-token': token,
    ...(namespace === undefined ? {} : { 'x-vault-namespace': namespace }),
  };

  async function call(
    action: 'encrypt' | 'decrypt',
    { keyId, name, context }: Bound,
    body: object,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    const slash = name.lastIndexOf('/');
    const url = `${address}/v1/${name.slice(0, slash)}/${action}/${name.slice(slash + 1)}`;
    const associated_data = wrapAad(context, keyId).toString('base64');
    const { status, answer } = await sendRequest(client, 'Vault', {
      method: 'POST',
      url,
      headers,
      body: JSON.stringify({ ...body, associated_data }),
      signal,
    });
    const data = answer.data;
    if (status === 200 && data !== null && typeof data === 'object') return { ...data };
    const errors = Array.isArray(answer.errors) ? answer.errors : [];
    if (
      action === 'decrypt' &&
      status === 400 &&
      errors.some((text) => NOT_OURS.test(String(text)))
    )
      throw new EnvelopeError();
    throw new KmsError(`Vault answered ${status} to ${action}`);
  }

  return {
    async encrypt(bound, plaintext, signal) {
      const data = await call(
        'encrypt',
        bound,
        { plaintext: plaintext.toString('base64') },
        signal,
      );
      const { ciphertext } = data;
      if (typeof ciphertext !== 'string' || !CIPHERTEXT.test(ciphertext))
        throw new KmsError('Vault answered with something that is not a ciphertext');
      return Buffer.from(ciphertext);
    },
    async decrypt(bound, wrapped, signal) {
      const ciphertext = wrapped.toString('latin1');
      if (!CIPHERTEXT.test(ciphertext)) throw new EnvelopeError();
      const data = await call('decrypt', bound, { ciphertext }, signal);
      return bytesOf('Vault', data.plaintext);
    },
  };
}
