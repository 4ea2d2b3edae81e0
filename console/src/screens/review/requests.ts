import { lazy } from 'react';
import { restBegun } from '../../rest.ts';

// Most hits have no requests, so the first view does not load this code.
export const WaitingRequest = lazy(async () => {
  await restBegun.promise;
  return { default: (await import('./waiting-request.tsx')).WaitingRequest };
});
export const RefusedRequests = lazy(async () => {
  await restBegun.promise;
  return { default: (await import('./refused-requests.tsx')).RefusedRequests };
});
