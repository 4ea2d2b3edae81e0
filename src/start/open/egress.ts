/** The outside hosts in settings and in the files that settings name. */
import { auditStreamUrl } from '../../config/audit.ts';
import { environmentValue, type Config } from '../../config/config.ts';
import { listedHosts } from '../../config/egress.ts';
import { kmsKeys } from '../../config/kms.ts';
import { rateLimitStoreOf } from '../../config/rate-limits.ts';
import type { AnyPurpose, Configured, EgressRules } from '../../modules/egress/index.ts';
import type { ProvidersConfig } from '../../modules/identity/index.ts';
import type { Issuer } from '../../modules/people/index.ts';
import { METADATA_ADDRESS, tokenUrlOf } from '../../platform/crypto/kms/gcp-token.ts';
import { partsOf, type ExternalKeyId } from '../../platform/crypto/kms/key-id.ts';
import { settingsOf } from '../../platform/db/session/hosts.ts';
import { ANY_HOST } from '../../platform/outbound/egress.ts';
import { valkeyUrls } from '../../platform/rate-limit/counters.ts';
import { tracesTarget } from './tracing.ts';

/** The hosts from which AWS's SDK can get credentials: the token service, and the metadata server of the machine. */
const AWS_CREDENTIALS = ['sts.*.amazonaws.com', METADATA_ADDRESS];
const GCP_KMS = 'cloudkms.googleapis.com';
/** Where the SDK of OpenTelemetry sends traces by default. */
const DEFAULT_COLLECTOR = 'localhost:4318';

function at(purpose: AnyPurpose, host: string, source: string): Configured {
  return { purpose, host, source };
}

function hostIn(url: string): string {
  return new URL(url).host;
}

/** Returns the region of AWS that the environment names; the SDK may find it elsewhere. */
function awsRegion(): string {
  return environmentValue('AWS_REGION') ?? environmentValue('AWS_DEFAULT_REGION') ?? '*';
}

function awsCredentials(): Configured[] {
  return AWS_CREDENTIALS.map((host) => at('credentials', host, 'credentials of AWS'));
}

async function keyService(config: Config, keyId: ExternalKeyId): Promise<Configured[]> {
  const { kms, name } = partsOf(keyId);
  if (kms === 'vault') return [at('key_service', hostIn(config.vaultAddress!), 'ORIKI_VAULT_ADDR')];
  if (kms === 'aws') {
    const { awsKmsEndpoint: endpoint } = config;
    const region = /^arn:[^:]+:kms:([^:]+):/.exec(name)?.[1] ?? awsRegion();
    const host = endpoint === undefined ? `kms.${region}.amazonaws.com` : hostIn(endpoint);
    return [at('key_service', host, 'ORIKI_KMS_KEY'), ...awsCredentials()];
  }
  const { gcpKmsEndpoint: endpoint, gcpCredentialsFile: file } = config;
  const tokens = file === undefined ? METADATA_ADDRESS : hostIn(await tokenUrlOf(file));
  return [
    at('key_service', endpoint === undefined ? GCP_KMS : hostIn(endpoint), 'ORIKI_KMS_KEY'),
    at('key_service', tokens, 'ORIKI_GCP_CREDENTIALS_FILE'),
  ];
}

async function keyServices(config: Config): Promise<Configured[]> {
  const { first, second, opens } = kmsKeys(config);
  const keys = [first, second, ...opens].filter(
    (key) => key !== undefined && key !== 'local' && key !== 'none',
  );
  return (await Promise.all(keys.map((key) => keyService(config, key)))).flat();
}

function exportStore({ exportBucket: bucket, exportBucketEndpoint: endpoint }: Config) {
  if (bucket === undefined) return [];
  const usual = `${bucket}.s3.${awsRegion()}.amazonaws.com`;
  const host = endpoint === undefined ? usual : hostIn(endpoint);
  return [at('export_store', host, 'ORIKI_EXPORT_S3_BUCKET'), ...awsCredentials()];
}

/** Returns the hosts of a database's URL; none for a local socket. */
function database(url: string | undefined, source: string): Configured[] {
  if (url === undefined) return [];
  const { hosts, host, port } = settingsOf(url);
  return (hosts ?? [{ host, port }]).flatMap((one) =>
    !one.host || one.host.startsWith('/')
      ? []
      : at('database', one.port ? `${one.host}:${one.port}` : one.host, source),
  );
}

function collectors(config: Config): Configured[] {
  const traces = tracesTarget(config);
  const to = traces === undefined ? DEFAULT_COLLECTOR : traces && hostIn(traces);
  const stream = config.auditStream === 'otlp' ? auditStreamUrl(config) : undefined;
  return [
    ...(to === null ? [] : [at('traces', to, 'OTEL_EXPORTER_OTLP_ENDPOINT')]),
    ...(stream === undefined ? [] : [at('audit_stream', hostIn(stream), 'ORIKI_AUDIT_STREAM')]),
  ];
}

/** Returns the hosts that a process with this configuration may contact. @throws KmsSetupError */
export async function egressRules(
  config: Config,
  { providers }: ProvidersConfig,
  operatorIssuers: readonly Issuer[],
): Promise<EgressRules> {
  const hosts = listedHosts(config);
  const valkey = rateLimitStoreOf(config) === 'valkey' ? valkeyUrls(config.valkeyUrl!) : [];
  const configured = [
    ...providers.flatMap(({ baseUrl }) =>
      baseUrl === undefined ? [] : at('provider', hostIn(baseUrl), 'ORIKI_PROVIDERS_FILE'),
    ),
    ...(hosts ?? [ANY_HOST]).map((host) => at('image', host, 'ORIKI_EGRESS')),
    ...(await keyServices(config)),
    ...operatorIssuers.map(({ issuer }) => at('sign_in', hostIn(issuer), 'ORIKI_SIGN_IN_FILE')),
    ...collectors(config),
    ...valkey.map((url) => at('rate_limits', hostIn(url), 'ORIKI_VALKEY_URL')),
    ...exportStore(config),
    ...database(config.databaseUrl, 'DATABASE_URL'),
    ...[...config.servers.values()].flatMap((url) => database(url, 'ORIKI_SERVERS')),
  ];
  return { hosts, configured };
}
