/** The part of Vault's transit engine that Oriki uses. */
import { randomBytes } from 'node:crypto';
import { gcmOpen, gcmSeal, startKmsServer, type KmsAnswer, type KmsServer } from './kms-server.ts';

export const VAULT_TOKEN = 'hvs.example-token';

function fail(status: number, error: string): KmsAnswer {
  return { status, body: { errors: [error] } };
}

export type VaultKms = KmsServer & {
  sealed: boolean;
  /** Older versions are not decrypted. */
  minDecryptionVersion: number;
  /** Adds a version to every key, which encrypts from then on. */
  rotate: () => void;
};

/** @param names `<mount>/<name>` of the existing keys */
export async function startVaultKms(...names: string[]): Promise<VaultKms> {
  const keys = new Map(names.map((name) => [name, [randomBytes(32)]]));
  const server = await startKmsServer(({ method, path, headers, body }) => {
    if (kms.sealed) return fail(503, 'Vault is sealed');
    if (headers['x-vault-token'] !== VAULT_TOKEN) return fail(403, 'permission denied');
    const [, mount, action, name] = /^\/v1\/(.+)\/(encrypt|decrypt)\/([^/]+)$/.exec(path) ?? [];
    const versions = keys.get(`${mount}/${name}`);
    if (method !== 'POST' || !versions) return fail(400, 'encryption key not found');
    const aad = Buffer.from(body.associated_data ?? '', 'base64');
    if (action === 'encrypt') {
      const sealed = gcmSeal(versions.at(-1)!, aad, Buffer.from(body.plaintext, 'base64'));
      const ciphertext = `vault:v${versions.length}:${sealed.toString('base64')}`;
      return { status: 200, body: { data: { ciphertext, key_version: versions.length } } };
    }
    const [, version, text = ''] = /^vault:v(\d+):(.*)$/.exec(body.ciphertext) ?? [];
    if (version === undefined) return fail(400, 'invalid ciphertext: no prefix');
    if (Number(version) > versions.length)
      return fail(400, 'invalid ciphertext: version is too new');
    if (Number(version) < kms.minDecryptionVersion)
      return fail(400, 'ciphertext or signature version is disallowed by policy (too old)');
    const plaintext = gcmOpen(versions[Number(version) - 1]!, aad, Buffer.from(text, 'base64'));
    if (!plaintext) return fail(400, 'cipher: message authentication failed');
    return { status: 200, body: { data: { plaintext: plaintext.toString('base64') } } };
  });
  const kms: VaultKms = Object.assign(server, {
    sealed: false,
    minDecryptionVersion: 1,
    rotate: () => keys.forEach((versions) => versions.push(randomBytes(32))),
  });
  return kms;
}
