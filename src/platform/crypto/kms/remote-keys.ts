import { OutboundClient, type Traffic } from '../../outbound/client.ts';
import { COVERED_BYTES, DEK_BYTES, EnvelopeError, type EnvelopeContext } from '../envelope.ts';
import type { KeyProvider } from '../key-provider.ts';
import { awsKms } from './aws.ts';
import { METADATA_ADDRESS } from './gcp-token.ts';
import { gcpKms } from './gcp.ts';
import { partsOf, type ExternalKeyId, type ExternalKms } from './key-id.ts';
import { KMS_TIMEOUT_MS, KmsError, KmsSetupError, type RemoteKms } from './remote-kms.ts';
import { vaultKms, type VaultSettings } from './vault.ts';

/** The settings for external services. Omitted ones have the defaults of the service's own clients. */
export type RemoteSettings = {
  /** Addresses and CIDRs of services that are not public. */
  allow: readonly string[];
  awsEndpoint?: string | undefined;
  gcpEndpoint?: string | undefined;
  gcpCredentialsFile?: string | undefined;
  vault?: VaultSettings | undefined;
  /** Counts the requests. */
  onEnd?: ((traffic: Traffic) => void) | undefined;
};

const NOT_GIVEN_BACK =
  'the key-management service does not return the data key that it has wrapped';

/** The maximum size of a wrapped data key: that of AWS, whose ciphertexts are the longest. */
const MAX_WRAPPED_BYTES = 6144;

/**
 * One key of an external service. Only envelopes that name it are sent there. A data key counts as wrapped once the
 * service has unwrapped it again. Each call must be answered within 3 seconds, including a second attempt if one may
 * help.
 */
class RemoteKey implements KeyProvider {
  readonly renews = true;
  readonly #keyId: ExternalKeyId;
  readonly #name: string;
  readonly #kms: RemoteKms;

  constructor(keyId: ExternalKeyId, kms: RemoteKms) {
    this.#keyId = keyId;
    this.#name = partsOf(keyId).name;
    this.#kms = kms;
  }

  currentKeyId = (): Promise<string> => Promise.resolve(this.#keyId);

  knows = (keyId: string): Promise<boolean> => Promise.resolve(keyId === this.#keyId);

  async wrap(keyId: string, context: EnvelopeContext, dek: Buffer): Promise<Buffer> {
    const bound = { keyId, name: this.#name, context };
    return inTime(async (signal) => {
      const wrapped = await this.#kms.encrypt(bound, dek, signal);
      if (wrapped.length > MAX_WRAPPED_BYTES)
        throw new KmsError(
          'the key-management service answered with a ciphertext that is too long',
        );
      // A data key that the service does not return now is lost, because no other copy exists.
      const given = await this.#kms.decrypt(bound, wrapped, signal).catch((error: unknown) => {
        throw error instanceof EnvelopeError ? new KmsError(NOT_GIVEN_BACK) : error;
      });
      const isSame = given.equals(dek);
      given.fill(0);
      if (!isSame) throw new KmsError(NOT_GIVEN_BACK);
      return wrapped;
    });
  }

  async unwrap(keyId: string, context: EnvelopeContext, wrapped: Buffer): Promise<Buffer> {
    if (wrapped.length > MAX_WRAPPED_BYTES) throw new EnvelopeError();
    const bound = { keyId, name: this.#name, context };
    const dek = await inTime((signal) => this.#kms.decrypt(bound, wrapped, signal));
    if (dek.length === DEK_BYTES || dek.length === COVERED_BYTES) return dek;
    dek.fill(0);
    throw new KmsError('the key-management service answered with an invalid data key');
  }
}

async function inTime<T>(attempt: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ended = Promise.withResolvers<never>();
  const signal = AbortSignal.timeout(KMS_TIMEOUT_MS);
  const end = (): void =>
    ended.reject(new KmsError('the key-management service did not answer in time'));
  signal.addEventListener('abort', end);
  try {
    // The SDK of AWS looks for credentials before it sends a request, and only the request can be aborted.
    return await Promise.race([repeated(attempt, signal), ended.promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

async function repeated<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  try {
    return await attempt(signal);
  } catch (error) {
    if (!(error instanceof KmsError) || !error.again) throw error;
    return attempt(signal);
  }
}

/**
 * Returns the external keys by their ids, without a call to a service.
 * @throws KmsSetupError
 */
export async function openRemoteKeys(
  keyIds: readonly ExternalKeyId[],
  settings: RemoteSettings = { allow: [] },
): Promise<Map<ExternalKeyId, KeyProvider>> {
  const namesOf = (kms: ExternalKms): string[] =>
    keyIds.map(partsOf).flatMap((parts) => (parts.kms === kms ? [parts.name] : []));
  // A separate client, because key services and webhooks may reach different addresses.
  const metadata =
    namesOf('gcp').length > 0 && settings.gcpCredentialsFile === undefined
      ? [METADATA_ADDRESS]
      : [];
  const client = new OutboundClient({
    allow: [...settings.allow, ...metadata],
    onEnd: settings.onEnd,
  });
  const services: Partial<Record<ExternalKms, RemoteKms>> = {};
  const awsNames = namesOf('aws');
  if (awsNames.length > 0) services.aws = await awsKms(client, awsNames, settings.awsEndpoint);
  if (namesOf('gcp').length > 0) services.gcp = await gcpKms(client, settings);
  if (namesOf('vault').length > 0) {
    if (!settings.vault) throw new KmsSetupError('a key of Vault needs its address and a token');
    services.vault = vaultKms(client, settings.vault);
  }
  return new Map(
    keyIds.map((keyId) => [keyId, new RemoteKey(keyId, services[partsOf(keyId).kms]!)]),
  );
}
