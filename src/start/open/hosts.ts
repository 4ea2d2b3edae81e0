import { auditStreamUrl } from '../../config/audit.ts';
import type { Config } from '../../config/config.ts';
import type { Hosts } from '../../modules/privacy/index.ts';

function hostOf(url: string): string {
  return new URL(url).host;
}

function exportHost({ exportBucket: bucket, exportBucketEndpoint: endpoint }: Config): string[] {
  if (bucket === undefined) return [];
  return [endpoint === undefined ? `${bucket} in Amazon S3` : hostOf(endpoint)];
}

/**
 * Returns the hosts to which this process sends personal data according to its configuration.
 * @param providers the base URLs of identity providers; undefined for those that send no requests
 */
export function hostsOf(config: Config, providers: readonly (string | undefined)[]): Hosts {
  const asked = providers.flatMap((url) => (url === undefined ? [] : hostOf(url)));
  const stream = config.auditStream === 'otlp' ? auditStreamUrl(config) : undefined;
  return {
    'identity providers': [...new Set(asked)].toSorted(),
    webhooks: ['addresses that each organization chooses'],
    'export files': exportHost(config),
    'audit stream': stream === undefined ? [] : [hostOf(stream)],
  };
}
