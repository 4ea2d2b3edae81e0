import { join, resolve } from 'node:path';
import { cidrList, fail, oneOf, optional, setting, type Setting } from './values.ts';
import { isKeyId } from '../platform/crypto/envelope.ts';
import {
  externalKeyId,
  isExternalKms,
  nameForm,
  parseExternalKeyId,
  partsOf,
  type ExternalKeyId,
} from '../platform/crypto/kms/key-id.ts';
import type { RemoteSettings } from '../platform/crypto/kms/remote-keys.ts';
import type { SubjectKeySettings } from '../platform/crypto/subject-keys/places.ts';
import { fipsProblem } from '../platform/crypto/fips.ts';
import { AddressRules } from '../platform/outbound/address.ts';
import { checkTarget } from '../platform/outbound/target.ts';

/** Settings of keys, and their combined meaning. */

function secondKey(text: string): 'local' | ExternalKeyId {
  if (text === 'local') return text;
  return parseExternalKeyId(text) ?? fail('must be local, or aws:, gcp: or vault: and a key');
}

function keyIds(text: string): ExternalKeyId[] {
  const ids = text.split(',').map((part) => part.trim());
  return ids
    .filter((id) => id !== '')
    .map(
      (id) =>
        parseExternalKeyId(id) ?? fail('must be keys, each with aws:, gcp: or vault: before it'),
    );
}

function lostKeys(text: string): string[] {
  const ids = text.split(',').map((part) => part.trim());
  return ids
    .filter((id) => id !== '')
    .map((id) => (isKeyId(id) ? id : fail('must be ids of keys, such as local:v1:0123abcd')));
}

function folders(text: string): string[] {
  const paths = text.split(',').map((part) => part.trim());
  return paths.filter((path) => path !== '').map((path) => resolve(path));
}

/** `ORIKI_KMS_ALLOW` is checked later, together with this URL. */
const serviceUrl = optional((text: string) => text.replace(/\/+$/, ''));

function isFipsOn(text: string): boolean {
  const isOn = oneOf('on', 'off')(text) === 'on';
  const problem = isOn ? fipsProblem() : undefined;
  return problem === undefined ? isOn : fail(problem);
}

export const kmsSettings = {
  fips: setting({
    env: 'ORIKI_FIPS',
    description:
      '`on` refuses to start unless the FIPS provider of OpenSSL does all cryptography of Node.js.',
    default: 'off',
    parse: isFipsOn,
  }),
  kms: setting({
    env: 'ORIKI_KMS',
    description:
      'Where the keys of envelopes are: `local`, a key file; `aws`, AWS KMS; `gcp`, Google Cloud KMS; `vault`, the ' +
      'transit engine of HashiCorp Vault or OpenBao; `none`: then Oriki stores no personal data, and the server ' +
      'secret encrypts signing secrets of webhooks and queries of list URLs.',
    default: 'local',
    parse: oneOf('local', 'none', 'aws', 'gcp', 'vault'),
  }),
  kmsKey: setting({
    env: 'ORIKI_KMS_KEY',
    description:
      'The key that encrypts: with `aws` its ARN or id, with `gcp` `projects/…/cryptoKeys/…`, with `vault` its ' +
      'name, or `mount/name` unless the mount is `transit`.',
    default: '',
    parse: optional((text: string) => text),
  }),
  kmsSecond: setting({
    env: 'ORIKI_KMS_SECOND',
    description:
      'A second key, which encrypts when the first does not answer: `local`, or a key with `aws:`, `gcp:` or ' +
      '`vault:` before it.',
    default: '',
    parse: optional(secondKey),
  }),
  kmsOpens: setting({
    env: 'ORIKI_KMS_OPENS',
    description:
      'Comma-separated further keys, each with `aws:`, `gcp:` or `vault:` before it, that may decrypt what they ' +
      'encrypted earlier. Oriki asks for no other key of these services.',
    default: '',
    parse: keyIds,
  }),
  kmsLost: setting({
    env: 'ORIKI_KMS_LOST',
    description:
      'Comma-separated ids of keys that are permanently lost. Without it, no process starts while the database has a ' +
      'value under a missing key. Values under these keys stay unreadable.',
    default: '',
    parse: lostKeys,
  }),
  kmsKeyFile: setting({
    env: 'ORIKI_KMS_KEY_FILE',
    description:
      'The key file of `local`, the same for every process on one database; default: `keys.json` in the data ' +
      'folder. The first start with `local` creates it.',
    default: '',
    parse: optional((text: string) => resolve(text)),
  }),
  subjectKeys: setting({
    env: 'ORIKI_SUBJECT_KEYS',
    description: '`on` gives each subject a key, which erasure destroys.',
    default: 'off',
    parse: (text: string) => oneOf('on', 'off')(text) === 'on',
  }),
  subjectKeyFolder: setting({
    env: 'ORIKI_SUBJECT_KEYS_DIR',
    description:
      'Folder of the keys of subjects, which all processes must see, apart from the database and its backups; ' +
      'default: `subject-keys` in the data folder.',
    default: '',
    parse: optional((text: string) => resolve(text)),
  }),
  subjectKeyCopies: setting({
    env: 'ORIKI_SUBJECT_KEYS_COPIES',
    description: 'Comma-separated retained copies of that folder.',
    default: '',
    parse: folders,
  }),
  kmsAllow: setting({
    env: 'ORIKI_KMS_ALLOW',
    description:
      'Comma-separated IPs or CIDRs of key-management services that are not public; http and any port are allowed ' +
      'there. Webhooks cannot reach them.',
    default: '',
    parse: cidrList,
  }),
  awsKmsEndpoint: setting({
    env: 'ORIKI_AWS_KMS_ENDPOINT',
    description:
      "Address of AWS KMS, if it is not the usual one of the region. Region and credentials come from where AWS's " +
      'SDK finds them (`AWS_REGION`, `AWS_PROFILE`, role of the machine, …).',
    default: '',
    parse: serviceUrl,
  }),
  gcpKmsEndpoint: setting({
    env: 'ORIKI_GCP_KMS_ENDPOINT',
    description: 'Address of Google Cloud KMS, if it is not `https://cloudkms.googleapis.com`.',
    default: '',
    parse: serviceUrl,
  }),
  gcpCredentialsFile: setting({
    env: 'ORIKI_GCP_CREDENTIALS_FILE',
    description:
      'JSON key of the service account for Google Cloud KMS. Without it, Oriki asks the metadata server of the ' +
      'machine for a token.',
    default: '',
    parse: optional((text: string) => resolve(text)),
  }),
  vaultAddress: setting({
    env: 'ORIKI_VAULT_ADDR',
    description: 'Address of Vault, such as `https://vault.example.com:8200`.',
    default: '',
    parse: serviceUrl,
  }),
  vaultToken: setting({
    env: 'ORIKI_VAULT_TOKEN',
    description: 'Token for Vault, which Oriki does not renew.',
    default: '',
    parse: optional((text: string) =>
      /^[\x21-\x7e]+$/.test(text) ? text : fail('must not contain spaces or special characters'),
    ),
    secret: true,
  }),
  vaultNamespace: setting({
    env: 'ORIKI_VAULT_NAMESPACE',
    description: 'Namespace in Vault, if it has any.',
    default: '',
    parse: optional((text: string) =>
      /^[\w./-]+$/.test(text) ? text : fail('must be a path of names'),
    ),
  }),
};

type KmsConfig = {
  readonly [K in keyof typeof kmsSettings]: (typeof kmsSettings)[K] extends Setting<infer T>
    ? T
    : never;
};

/** The configured keys: one for encryption, its substitute, and others for decryption only. */
export function kmsKeys(config: KmsConfig): {
  first: 'local' | 'none' | ExternalKeyId;
  second: 'local' | ExternalKeyId | undefined;
  opens: readonly ExternalKeyId[];
} {
  const { kms, kmsKey = '', kmsSecond: second, kmsOpens: opens } = config;
  const first = isExternalKms(kms) ? externalKeyId(kms, kmsKey) : kms;
  if (first === undefined) throw new Error('these settings have not been checked');
  return { first, second, opens };
}

/** The configured keys in the form that `openEnvelopes` takes, with the connection settings of the services. */
export function kmsOptions(config: KmsConfig): {
  kms: 'local' | 'none' | ExternalKeyId;
  second: 'local' | ExternalKeyId | undefined;
  opens: readonly ExternalKeyId[];
  remote: RemoteSettings;
} {
  const { first: kms, second, opens } = kmsKeys(config);
  const { vaultAddress: address, vaultToken: token, vaultNamespace: namespace } = config;
  const remote = {
    allow: config.kmsAllow,
    awsEndpoint: config.awsKmsEndpoint,
    gcpEndpoint: config.gcpKmsEndpoint,
    gcpCredentialsFile: config.gcpCredentialsFile,
    vault: address && token ? { address, token, namespace } : undefined,
  };
  return { kms, second, opens, remote };
}

/** The settings of the keys of subjects. */
export function subjectKeySettings(config: KmsConfig & { dataDir: string }): SubjectKeySettings {
  const { subjectKeys: isOn, subjectKeyFolder: folder, subjectKeyCopies: copies } = config;
  return { isOn, folder: folder ?? join(config.dataDir, 'subject-keys'), copies };
}

/** Returns the faults of valid settings in combination, one line each. */
export function kmsProblems(config: KmsConfig): string[] {
  const { kms, kmsKey, kmsSecond, kmsOpens, kmsAllow } = config;
  const problems: string[] = [];
  const first = isExternalKms(kms) ? externalKeyId(kms, kmsKey ?? '') : kms;
  if (isExternalKms(kms)) {
    if (first === undefined) problems.push(`ORIKI_KMS_KEY must be ${nameForm(kms)}`);
  } else {
    if (kmsKey !== undefined) problems.push('ORIKI_KMS_KEY is only for aws, gcp and vault');
    if (kms === 'none' && kmsSecond !== undefined)
      problems.push('ORIKI_KMS_SECOND needs a first key, but ORIKI_KMS is none');
  }
  if (kmsSecond !== undefined && kmsSecond === first)
    problems.push('ORIKI_KMS_SECOND must be a key other than the first');

  const others = [kmsSecond, ...kmsOpens].filter((key) => key !== undefined);
  if ([kms, ...others.map((key) => partsOf(key).kms)].includes('vault'))
    for (const [env, value] of [
      ['ORIKI_VAULT_ADDR', config.vaultAddress],
      ['ORIKI_VAULT_TOKEN', config.vaultToken],
    ])
      if (value === undefined) problems.push(`${env} is needed for a key of Vault`);
  const rules = new AddressRules(kmsAllow);
  for (const [env, value] of [
    ['ORIKI_AWS_KMS_ENDPOINT', config.awsKmsEndpoint],
    ['ORIKI_GCP_KMS_ENDPOINT', config.gcpKmsEndpoint],
    ['ORIKI_VAULT_ADDR', config.vaultAddress],
  ] as const) {
    const { problem } = value === undefined ? {} : checkTarget(value, rules);
    if (problem !== undefined) problems.push(`${env} ${problem} (see ORIKI_KMS_ALLOW)`);
  }
  return problems;
}
