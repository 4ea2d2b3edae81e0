import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatEnvelope } from '../envelope.ts';
import { externalKeyId, parseExternalKeyId } from './key-id.ts';

const GCP = 'projects/p/locations/global/keyRings/r/cryptoKeys/k';
const ARN = 'arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';

test.each([
  ['aws', ARN, `aws:${ARN}`],
  [
    'aws',
    ARN.replace('arn:aws', 'arn:aws-us-gov'),
    `aws:${ARN.replace('arn:aws', 'arn:aws-us-gov')}`,
  ],
  ['aws', 'mrk-1234abcd12ab34cd56ef1234567890ab', 'aws:mrk-1234abcd12ab34cd56ef1234567890ab'],
  ['gcp', GCP, `gcp:${GCP}`],
  ['gcp', GCP.replace('/p/', '/example.com:p/'), `gcp:${GCP.replace('/p/', '/example.com:p/')}`],
  ['vault', 'oriki', 'vault:transit/oriki'],
  ['vault', 'team/transit/oriki_1', 'vault:team/transit/oriki_1'],
] as const)('%s has keys like %s', (kms, name, keyId) => {
  expect(externalKeyId(kms, name)).toBe(keyId);
  expect(parseExternalKeyId(keyId)).toBe(keyId);
});

test.each([
  ['aws', ''],
  ['aws', 'alias/oriki'],
  ['aws', ARN.replace('key/', 'alias/')],
  ['aws', ARN.replace(':kms:', ':s3:')],
  ['gcp', 'oriki'],
  ['gcp', `${GCP}/cryptoKeyVersions/1`],
  ['gcp', GCP.replace('/r/', '/../')],
  ['gcp', `${GCP}:destroy`],
  ['vault', ''],
  ['vault', '../sys/seal'],
  ['vault', 'transit/../sys/seal'],
  ['vault', 'transit//oriki'],
  ['vault', 'a b'],
  ['vault', 'a?x=1'],
  ['vault', 'a'.repeat(256)],
] as const)('%s has no key "%s"', (kms, name) => {
  expect(externalKeyId(kms, name)).toBeUndefined();
});

test('every accepted key id fits into an envelope, and is the same when it is read back', () => {
  const parts = { wrappedDek: Buffer.alloc(1), iv: Buffer.alloc(12), tag: Buffer.alloc(16) };
  const names = fc.oneof(
    fc.string(),
    fc.constantFrom(ARN, GCP, 'a/b'),
    fc.stringMatching(/^[\w/.:-]+$/),
  );
  fc.assert(
    fc.property(fc.constantFrom('aws', 'gcp', 'vault'), names, (kms, name) => {
      const keyId = externalKeyId(kms, name);
      if (keyId === undefined) return;
      expect(parseExternalKeyId(keyId)).toBe(keyId);
      expect(formatEnvelope({ keyId, ...parts, ciphertext: Buffer.alloc(0) })).toContain(keyId);
    }),
  );
});
