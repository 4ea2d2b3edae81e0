import { METRICS } from '../../declared/kinds.ts';
import { knownTextsOf } from '../text.ts';

const known = knownTextsOf(METRICS);

/** Returns a metric in words; a metric that the organization reports, or of a newer API version, stays unchanged. */
export function metricText({ service, metric }: { service: string; metric: string }): string {
  const name = `${service} ${metric}`;
  return known(name) ?? name;
}
