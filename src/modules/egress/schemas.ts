import { Type, type Static } from 'typebox';
import { Nullable, StringEnum, Timestamp } from '../../platform/http/schema.ts';
import { PURPOSES } from '../../platform/outbound/egress.ts';

/**
 * `rate_limits` to `database` have their own clients, whose hosts are only in settings: their bytes are not counted.
 */
const ALL_PURPOSES = [
  ...PURPOSES,
  'rate_limits',
  'traces',
  'export_store',
  'credentials',
  'database',
] as const;
export type AnyPurpose = (typeof ALL_PURPOSES)[number];

const DATA_KINDS = [
  'identifiers',
  'names',
  'images',
  'addresses',
  'wrapped_keys',
  'credentials',
  'events',
  'audit_rows',
  'hashes',
  'timings',
  'exported_rows',
  'everything_stored',
] as const;
type DataKind = (typeof DATA_KINDS)[number];

/** The kinds of data that requests of a purpose can send. */
export const SENT: Record<AnyPurpose, readonly DataKind[]> = {
  provider: ['identifiers', 'names', 'images', 'credentials'],
  image: ['addresses'],
  key_service: ['wrapped_keys', 'credentials'],
  list: ['addresses', 'credentials'],
  sign_in: ['credentials'],
  webhook: ['events'],
  audit_stream: ['audit_rows'],
  rate_limits: ['hashes'],
  traces: ['timings'],
  export_store: ['exported_rows', 'credentials'],
  credentials: ['credentials'],
  database: ['everything_stored'],
};

export const FORMAT = 'oriki-egress-v1';

function count(description: string) {
  return Nullable(Type.Integer(), {
    description: `${description} Null where they are not counted.`,
  });
}

const Destination = Type.Object(
  {
    purpose: StringEnum('EgressPurpose', ALL_PURPOSES),
    host: Type.String({
      description:
        'Host, with its port unless it is the usual one. `*`: any public host that a caller names. `*.example.com`: every name ' +
        'that ends so.',
    }),
    source: Type.String({
      description:
        'The setting that names the host, or what an organization or operator has entered. `counts`: only counts name it.',
    }),
    sends: Type.Array(StringEnum('EgressData', DATA_KINDS), {
      description: 'The kinds of data that requests can send.',
    }),
    isForAll: Type.Boolean({
      description: 'The operator has configured the host for every organization.',
    }),
    organizationIds: Type.Array(Type.String(), {
      description:
        'The organizations that have entered the host, and those for which requests were counted.',
    }),
    isAllowed: Type.Boolean({ description: 'Requests may go there now.' }),
    requests: count('Requests that were sent.'),
    refused: count('Requests that were not sent, because the host is not listed.'),
    bytesSent: count('Bytes of the requests, without those of TLS.'),
    bytesReceived: count('Bytes of the answers, without those of TLS.'),
    lastUsedAt: Nullable(Timestamp('When a request was last sent or refused.')),
  },
  { title: 'EgressDestination' },
);

export const EgressReport = Type.Object(
  {
    madeAt: Timestamp('When the report was made.'),
    mode: StringEnum('EgressMode', ['open', 'listed'], {
      description: 'The setting ORIKI_EGRESS of the answering process.',
    }),
    hosts: Type.Array(Type.String(), { description: 'The hosts of ORIKI_EGRESS_HOSTS.' }),
    destinations: Type.Array(Destination),
  },
  { title: 'EgressReport' },
);
export type EgressReport = Static<typeof EgressReport>;

export const SignedEgressReport = Type.Object(
  {
    format: Type.Literal(FORMAT),
    ...EgressReport.properties,
    sha256: Type.String({
      description: 'Hash of the other members, without `signature`, as canonical JSON, in hex.',
    }),
    signature: Type.String({ description: 'JSON Web Signature without its payload.' }),
  },
  { title: 'SignedEgressReport' },
);
export type SignedEgressReport = Static<typeof SignedEgressReport>;
