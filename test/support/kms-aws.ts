/** The part of AWS KMS that Oriki uses: JSON 1.1, Encrypt and Decrypt. Checks the signature of each request. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import {
  gcmOpen,
  gcmSeal,
  startKmsServer,
  type KmsAnswer,
  type KmsRequest,
  type KmsServer,
} from './kms-server.ts';

export const AWS_CREDENTIALS = { id: 'AKIDEXAMPLE', secret: 'example-secret-key' };

function fail(type: string): KmsAnswer {
  return {
    status: 400,
    body: { __type: type, message: 'refused' },
  };
}

/** Checks Signature Version 4: docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function signed({ method, path, headers, text }: KmsRequest): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=(.+?)\/(\d{8})\/([a-z0-9-]+)\/kms\/aws4_request, SignedHeaders=(\S+), Signature=(\S+)$/.exec(
      headers.authorization ?? '',
    );
  if (!match) return false;
  const [, id, date, region, names = '', signature] = match;
  const hash = (data: string): string => createHash('sha256').update(data).digest('hex');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, '', lines.join(''), names, hash(text)].join('\n');
  const scope = `${date}/${region}/kms/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n');
  let key: Buffer | string = `AWS4${AWS_CREDENTIALS.secret}`;
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest();
  const wanted = createHmac('sha256', key).update(toSign).digest('hex');
  return id === AWS_CREDENTIALS.id && names.includes('host') && signature === wanted;
}

/** @param names ids or ARNs of the existing keys */
export async function startAwsKms(...names: string[]): Promise<KmsServer> {
  const keys = new Map(names.map((name) => [name, randomBytes(32)]));
  return startKmsServer((request) => {
    if (!signed(request)) return fail('InvalidSignatureException');
    const { KeyId, EncryptionContext = {}, Plaintext, CiphertextBlob } = request.body;
    const key = keys.get(KeyId);
    if (!key) return fail('NotFoundException');
    const aad = Buffer.from(JSON.stringify(Object.entries(EncryptionContext).toSorted()));
    switch (request.headers['x-amz-target']) {
      case 'TrentService.Encrypt': {
        const sealed = gcmSeal(key, aad, Buffer.from(Plaintext, 'base64'));
        const blob = Buffer.concat([Buffer.from(`${KeyId}\n`), sealed]).toString('base64');
        const EncryptionAlgorithm = 'SYMMETRIC_DEFAULT';
        return { status: 200, body: { CiphertextBlob: blob, KeyId, EncryptionAlgorithm } };
      }
      case 'TrentService.Decrypt': {
        const blob = Buffer.from(CiphertextBlob, 'base64');
        const end = blob.indexOf('\n');
        const maker = blob.subarray(0, Math.max(end, 0)).toString();
        if (maker !== KeyId)
          return fail(keys.has(maker) ? 'IncorrectKeyException' : 'InvalidCiphertextException');
        const plaintext = gcmOpen(key, aad, blob.subarray(end + 1));
        if (!plaintext) return fail('InvalidCiphertextException');
        return { status: 200, body: { Plaintext: plaintext.toString('base64'), KeyId } };
      }
      default:
        return fail('UnknownOperationException');
    }
  });
}
