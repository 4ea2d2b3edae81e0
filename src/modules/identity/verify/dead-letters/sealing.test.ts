import { expect, test } from 'vitest';
import type { Envelopes } from '../../../../platform/crypto/envelopes.ts';
import { serialise, type VerificationRequest } from '../verification-request.ts';
import { openRequest } from './sealing.ts';

test('a request that was sealed with another spelling of its subject keeps its subject', async () => {
  const request = { kind: 'bvn', country: 'NG', identifier: '22123456780' } as const;
  const sealed = { ...request, subjectId: 'Jose\u0301' } as unknown as VerificationRequest;
  const envelopes = { open: async () => Buffer.from(serialise(sealed)) } as unknown as Envelopes;
  const call = { orgId: 'org_1', id: 'verification_1', kind: 'bvn' } as const;
  expect(await openRequest(envelopes, call, 'envelope')).toMatchObject({
    ...request,
    subjectId: 'Jos\u00e9',
  });
});
