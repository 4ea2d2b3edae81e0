import { setting, wholeNumber } from './values.ts';

/** The settings about requests under way. `ORIKI_RATE_LIMITS` does not lift these limits. */

export const requestSettings = {
  requestsUnderWay: setting({
    env: 'ORIKI_REQUESTS_UNDER_WAY',
    description:
      'Requests with a valid key that this process has under way at most, streams of events excepted; more are ' +
      'answered with 503.',
    default: '2000',
    parse: wholeNumber(1, 1_000_000),
  }),
  requestsUnderWayPerOrganization: setting({
    env: 'ORIKI_REQUESTS_UNDER_WAY_PER_ORGANIZATION',
    description:
      'Requests of one organization that this process has under way at most, streams of events excepted; more are ' +
      'answered with 429.',
    default: '500',
    parse: wholeNumber(1, 1_000_000),
  }),
};
