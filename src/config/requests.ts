import { setting, wholeNumber } from './values.ts';

/** The settings about requests under way. `ORIKI_RATE_LIMITS` does not lift these limits. */

export const requestSettings = {
  requestsUnderWay: setting({
    env: 'ORIKI_REQUESTS_UNDER_WAY',
    description:
      'Requests with a valid key that are under way at most, streams of events excepted; more are answered with 503. ' +
      'The processes of `ORIKI_PROCESSES` share it, others have it each.',
    default: '2000',
    parse: wholeNumber(1, 1_000_000),
  }),
  requestsUnderWayPerOrganization: setting({
    env: 'ORIKI_REQUESTS_UNDER_WAY_PER_ORGANIZATION',
    description:
      'Requests of one organization that are under way at most, streams of events excepted; more are answered with ' +
      '429. The processes of `ORIKI_PROCESSES` share it, others have it each.',
    default: '500',
    parse: wholeNumber(1, 1_000_000),
  }),
};
