import type { KMSClient, KMSClientConfig } from '@aws-sdk/client-kms';
import type { OutboundClient } from '../../outbound/client.ts';
import { EnvelopeError } from '../envelope.ts';
import { KmsError, KmsSetupError, askKms, type Bound, type RemoteKms } from './remote-kms.ts';

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

/** It is an optional package, of which only those who use AWS KMS need 18 MB. */
async function loadSdk(): Promise<Sdk> {
  try {
    return await import('@aws-sdk/client-kms');
  } catch {
    throw new KmsSetupError(
      'a key of AWS KMS needs the package @aws-sdk/client-kms, which is not there or cannot be loaded: ' +
        'npm install @aws-sdk/client-kms@3.1162.0',
    );
  }
}

/** The SDK's HTTP over ours, so that requests reach only what ORIKI_KMS_ALLOW and the rules for targets permit. */
function handlerOver(client: OutboundClient): Handler {
  const handle = async (request: HttpRequest, options?: { abortSignal?: unknown }) => {
    const { protocol, hostname, port, path, query, method } = request;
    const url = new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`);
    for (const [name, value] of Object.entries(query ?? {}))
      for (const one of [value ?? ''].flat()) url.searchParams.append(name, one);
    // The Host header is the one of the URL, which is what the SDK has signed.
    const { host: _host, ...headers } = request.headers;
    const signal = options?.abortSignal;
    // `Buffer.from` would call a method of the body that the SDK warns of.
    const body =
      request.body instanceof Uint8Array ? Buffer.copyBytesFrom(request.body) : request.body;
    const response = await askKms(client, SERVICE, {
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

/** The context that the data key is bound to, beside the key itself. AWS logs it in clear: ids only. */
export function encryptionContext({ keyId, context }: Bound): Record<string, string> {
  return {
    format: 'oriki-envelope-v1',
    org: context.orgId,
    id: context.id,
    kind: context.kind,
    key: keyId,
  };
}

/** Names of errors that say: this ciphertext is not of this key with this context. */
const NOT_OURS = new Set(['InvalidCiphertextException', 'IncorrectKeyException']);

/** @returns what to throw */
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
 * Credentials come from where the SDK looks for them, and so does the region of a key that is not named by its
 * ARN. API: docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html
 * @param names of all keys that will be asked for
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
  if (!value?.length) throw new KmsError(`${SERVICE} answered without what was asked for`);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
