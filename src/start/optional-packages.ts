import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rateLimitStoreOf } from '../config/rate-limits.ts';
import type { Config } from '../config/config.ts';
import { tracesTarget } from './open/tracing.ts';

const require = createRequire(import.meta.url);

/** Large packages that few installations need. They may be missing unless a setting requires them. */
const NEEDS: { setting: string; asks: (config: Config) => boolean; packages: string[] }[] = [
  {
    setting: 'ORIKI_EXPORT_S3_BUCKET',
    asks: ({ exportBucket }) => exportBucket !== undefined,
    packages: ['@aws-sdk/client-s3', '@aws-sdk/lib-storage'],
  },
  {
    setting: 'ORIKI_RATE_LIMIT_STORE=valkey',
    asks: (config) => config.rateLimits !== undefined && rateLimitStoreOf(config) === 'valkey',
    packages: ['@redis/client'],
  },
  {
    setting: 'OTEL_TRACES_EXPORTER or OTEL_EXPORTER_OTLP_ENDPOINT',
    asks: (config) => tracesTarget(config) !== null,
    packages: [
      '@opentelemetry/api',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace',
    ],
  },
];

function isThere(name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch (error) {
    return (error as { code?: string }).code !== 'MODULE_NOT_FOUND';
  }
}

/** Returns the packages with the versions in `package.json`, which the program is tested with. */
function withVersions(names: string[]): string[] {
  const { optionalDependencies: versions } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
  ) as { optionalDependencies: Record<string, string> };
  return names.map((name) => `${name}@${versions[name]}`);
}

/**
 * Returns the problems of settings whose packages are missing, one line for each setting, with the command that
 * installs them.
 * @param installed returns true if a package can be loaded
 */
export function missingPackages(config: Config, installed = isThere): string[] {
  return NEEDS.filter(({ asks }) => asks(config)).flatMap(({ setting, packages }) => {
    const missing = packages.filter((name) => !installed(name));
    if (missing.length === 0) return [];
    const these = missing.length === 1 ? 'the package' : 'the packages';
    return [
      `${setting} needs ${these} ${missing.join(', ')}, which this installation lacks: where Oriki is installed, run ` +
        `npm install ${withVersions(missing).join(' ')}`,
    ];
  });
}
