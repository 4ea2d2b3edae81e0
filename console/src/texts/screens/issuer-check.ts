import { knownTextsOf } from '../text.ts';

/** The steps of the check of an identity provider. */
export const stepText = knownTextsOf({
  discovery: 'Metadata',
  keys: 'Keys',
  authentication: 'Authentication method',
  client: 'Client ID with its secret or key',
  scopes: 'Scopes',
  groups: 'Groups',
  flow: 'Code flow',
});

/** The results of a step. */
export const statusText = knownTextsOf({
  ok: 'good',
  warning: 'needs attention',
  failed: 'failed',
  skipped: 'not tried',
});
