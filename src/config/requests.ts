import { setting, wholeNumber } from './values.ts';

/** Settings of requests and how many run at once. `ORIKI_RATE_LIMITS` does not change these limits. */

export const requestSettings = {
  requestsUnderWay: setting({
    env: 'ORIKI_REQUESTS_UNDER_WAY',
    description:
      'Maximum number of requests with a valid key in progress, without streams of events; further ones get 503. ' +
      '`ORIKI_PROCESSES` share it.',
    default: '2000',
    parse: wholeNumber(1, 1_000_000),
  }),
  requestsUnderWayPerOrganization: setting({
    env: 'ORIKI_REQUESTS_UNDER_WAY_PER_ORGANIZATION',
    description:
      'Maximum number of requests of one organization in progress, without streams of events; further ones get 429. ' +
      '`ORIKI_PROCESSES` share it.',
    default: '500',
    parse: wholeNumber(1, 1_000_000),
  }),
  bodyLimitBytes: setting({
    env: 'ORIKI_BODY_LIMIT_BYTES',
    description:
      'Largest request body, in bytes; bulk routes allow eight times as much, the import of a global list 64 times.',
    default: String(1024 * 1024),
    parse: wholeNumber(1024, 64 * 1024 * 1024),
  }),
  bodiesBytes: setting({
    env: 'ORIKI_BODIES_BYTES',
    description:
      'Maximum bytes of request bodies over 64 KiB, and of files in answers, in progress; one organization gets ' +
      'half. `ORIKI_PROCESSES` share it.',
    default: String(256 * 1024 * 1024),
    parse: wholeNumber(1024 * 1024, 2 ** 40),
  }),
  requestTimeoutMs: setting({
    env: 'ORIKI_REQUEST_TIMEOUT_MS',
    description: 'Time a client has to send a whole request, in milliseconds.',
    default: '30000',
    parse: wholeNumber(100, 600_000),
  }),
  requestDeadlineMs: setting({
    env: 'ORIKI_REQUEST_DEADLINE_MS',
    description:
      'Time that the statements of a request may take together, with waits for locks, in milliseconds; then it gets 503 ' +
      'and its transaction is undone. Downloads, uploads, imports and batches have 15 minutes.',
    default: '30000',
    parse: wholeNumber(100, 900_000),
  }),
  headersTimeoutMs: setting({
    env: 'ORIKI_HEADERS_TIMEOUT_MS',
    description: 'Time a client has to send the request headers, in milliseconds.',
    default: '10000',
    parse: wholeNumber(100, 600_000),
  }),
};
