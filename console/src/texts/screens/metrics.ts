import { knownTextsOf } from '../text.ts';

/** The metrics that Oriki counts itself, by service and metric, in words. */
const METRICS = {
  'identity bvn': 'Checks of bank verification numbers',
  'identity nin': 'Checks of national identity numbers',
  'identity account': 'Checks of bank accounts',
  'identity liveness': 'Checks that a selfie shows a live person',
  'identity face_match': 'Comparisons of a selfie with a photo',
  'screening screenings': 'Names screened',
  'threads messages': 'Messages in threads',
  'webhooks deliveries': 'Events for webhooks',
  'exports exports': 'Exports completed',
} as const;

const known = knownTextsOf(METRICS);

/** Returns a metric in words; a metric that the organization reports, or of a newer API version, stays unchanged. */
export function metricText({ service, metric }: { service: string; metric: string }): string {
  const name = `${service} ${metric}`;
  return known(name) ?? name;
}
