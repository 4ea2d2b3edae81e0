import { METRICS } from '../../declared/metrics.ts';
import { knownTextsOf } from '../text.ts';

const known = knownTextsOf(METRICS);

/** A metric in words; one that the organization reports, or of a newer version of the API, as it is. */
export function metricText({ service, metric }: { service: string; metric: string }): string {
  const name = `${service} ${metric}`;
  return known(name) ?? name;
}
