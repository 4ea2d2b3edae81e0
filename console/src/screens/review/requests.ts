import { later } from '../../parts/later.tsx';

// Most hits have no requests, so the first view does not load this code.
export const WaitingRequest = later(
  async () => (await import('./waiting-request.tsx')).WaitingRequest,
);
export const RefusedRequests = later(
  async () => (await import('./refused-requests.tsx')).RefusedRequests,
);
