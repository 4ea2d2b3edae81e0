import { afterEach, expect, test, vi } from 'vitest';
import { OutboundClient } from '../../outbound/client.ts';
import { KmsSetupError } from './remote-kms.ts';

const client = new OutboundClient({ allow: [] });

afterEach(() => {
  vi.doUnmock('@aws-sdk/client-kms');
  vi.unstubAllEnvs();
  vi.resetModules();
});

test('without the optional package the start fails, and its message names the package', async () => {
  vi.doMock('@aws-sdk/client-kms', () => {
    throw new Error('Cannot find package');
  });
  const { awsKms } = await import('./aws.ts');
  await expect(awsKms(client, ['1'], undefined)).rejects.toThrow(
    'npm install @aws-sdk/client-kms@3.1162.0',
  );
});

test('a key id without any region makes the start fail', async () => {
  for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_PROFILE'])
    vi.stubEnv(name, undefined);
  for (const name of ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE'])
    vi.stubEnv(name, '/nonexistent');
  const { awsKms } = await import('./aws.ts');
  const error = await awsKms(client, ['1'], undefined).catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    name: new KmsSetupError().name,
    message: expect.stringMatching('AWS_REGION'),
  });
});
