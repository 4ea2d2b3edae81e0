import type { KMSClient, KMSClientConfig } from '@aws-sdk/client-kms';
import type { OutboundClient } from '../../outbound/client.ts';
import { EnvelopeError } from '../envelope.ts';
import { KmsError, KmsSetupError, requestKms, type Bound, type RemoteKms } from './remote-kms.ts';

const SERVICE = 'AWS KMS';
type Sdk = typeof import('@aws-sdk/client-kms');
type Handler = NonNullable<KMSClientConfig['requestHandler']>;
type HttpRequest = {
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query?: Record<string, string | string[] | null>;
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
};

/** Loads the SDK, an optional package of 18 MB that only users of AWS KMS need. */
async function loadSdk(): Promise<Sdk> {
  try {
    return await import('@aws-sdk/client-kms');
  } catch {
    throw new KmsSetupError(
      'a key of AWS KMS needs the package @aws-sdk/client-kms, which is missing or cannot be loaded: ' +
        'npm install @aws-sdk/client-kms@3.1162.0',
    );
  }
}

/**
 * Returns the SDK's HTTP handler over the guarded client. Requests reach only targets that ORIKI_KMS_ALLOW and the
 * rules for targets permit.
 */
function handlerOver(client: OutboundClient): Handler {
  const handle = async (request: HttpRequest, options?: { abortSignal?: unknown }) => {
    const { protocol, hostname, port, path, query, method } = request;
    const url = new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`);
    for (const [name, value] of Object.entries(query ?? {}))
      for (const one of [value ?? ''].flat()) url.searchParams.append(name, one);
    // The Host header comes from the URL, which the SDK has signed.
    const { host: _host, ...headers } = request.headers;
    const signal = options?.abortSignal;
    // `Buffer.from` would call a method of the body that makes the SDK warn.
    const body =
      request.body instanceof Uint8Array ? Buffer.copyBytesFrom(request.body) : request.body;
    const response = await requestKms(client, SERVICE, {
      url: url.href,
      method: method as 'GET' | 'POST',
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal instanceof AbortSignal ? { signal } : {}),
    });
    return { response: { ...response, statusCode: response.status } };
  };
  return { handle, updateHttpClientConfig: () => {}, httpHandlerConfigs: () => ({}) } as Handler;
}

/**
 * Returns the context that the data key is bound to, in addition to the key. AWS logs it in clear, so it contains
 * only ids.
 */
export function encryptionContext({ keyId, context }: Bound): Record<string, string> {
  return {
    format: 'oriki-envelope-v1',
    org: context.orgId,
    id: context.id,
    kind: context.kind,
    key: keyId,
  };
}

/** Names of errors for a ciphertext that this key has not made with this context. */
const NOT_OURS = new Set(['InvalidCiphertextException', 'IncorrectKeyException']);

/** @returns the error to throw */
function translated(error: unknown): Error {
  if (error instanceof KmsError) return error;
  const { name, $metadata } = error as { name?: unknown; $metadata?: { httpStatusCode?: number } };
  if (NOT_OURS.has(String(name))) return new EnvelopeError();
  const status = $metadata?.httpStatusCode;
  const word = typeof name === 'string' && /^\w{1,64}$/.test(name) ? name : 'an unknown error';
  return new KmsError(
    `${SERVICE}: ${word}${status === undefined ? '' : ` (${status})`}`,
    status !== undefined && status >= 500,
  );
}

/**
 * Opens AWS KMS. The SDK finds credentials as usual, and also the region of a key whose name is not an ARN. API:
 * docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html
 * @param names all keys that the process will use
 * @throws KmsSetupError
 */
export async function awsKms(
  client: OutboundClient,
  names: readonly string[],
  endpoint: string | undefined,
): Promise<RemoteKms> {
  const sdk = await loadSdk();
  const requestHandler = handlerOver(client);
  const clients = new Map<string, KMSClient>();
  for (const name of names) {
    const region = /^arn:[^:]+:kms:([^:]+):/.exec(name)?.[1];
    const kms = new sdk.KMSClient({
      requestHandler,
      maxAttempts: 1,
      ...(region === undefined ? {} : { region }),
      ...(endpoint === undefined ? {} : { endpoint }),
    });
    await kms.config.region().catch(() => {
      throw new KmsSetupError('no region for AWS KMS: set AWS_REGION, or give the ARN of the key');
    });
    clients.set(name, kms);
  }

  return {
    async encrypt(bound, plaintext, abortSignal) {
      const command = new sdk.EncryptCommand({
        KeyId: bound.name,
        Plaintext: plaintext,
        EncryptionContext: encryptionContext(bound),
      });
      const { CiphertextBlob } = await clients
        .get(bound.name)!
        .send(command, { abortSignal })
        .catch((error: unknown) => {
          throw translated(error);
        });
      return bytes(CiphertextBlob);
    },
    async decrypt(bound, wrapped, abortSignal) {
      const command = new sdk.DecryptCommand({
        KeyId: bound.name,
        CiphertextBlob: wrapped,
        EncryptionContext: encryptionContext(bound),
      });
      const { Plaintext } = await clients
        .get(bound.name)!
        .send(command, { abortSignal })
        .catch((error: unknown) => {
          throw translated(error);
        });
      return bytes(Plaintext);
    },
  };
}

function bytes(value: Uint8Array | undefined): Buffer {
  if (!value?.length) throw new KmsError(`${SERVICE} sent an incomplete answer`);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
