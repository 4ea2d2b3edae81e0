import type { Actor } from '../../src/platform/audit/action.ts';

/** An actor for tests that call verbs. */
export const SOMEBODY: Actor = {
  kind: 'key',
  id: 'key_01kf3v9k1weh2v8y6m3q4n5s7t',
  via: 'key_01kf3v9k1weh2v8y6m3q4n5s7t',
  requestId: null,
  address: null,
};
