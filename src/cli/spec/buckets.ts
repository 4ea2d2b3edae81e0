import type { CommandSpec } from './types.ts';

/** Commands about buckets. */
export const bucketSpecs: CommandSpec[] = [
  {
    name: 'buckets add',
    usage: 'N [--server NAME]',
    summary: 'Makes so many further buckets on a server, which the service uses at once.',
    details:
      'Every process has to know the server already (ORIKI_SERVERS). A new organization gets the bucket that has the fewest. After an interruption, run it again: it goes on.',
    options: {
      server: {
        value: 'NAME',
        text: 'Server of the buckets, as ORIKI_SERVERS calls it; default: home, that of DATABASE_URL.',
      },
    },
    argument: { option: 'count', value: 'N' },
    needs:
      'With two accounts in PostgreSQL, ORIKI_MIGRATION_DATABASE_URL and ORIKI_MIGRATION_SERVERS: the owners of the schemas.',
    examples: ['buckets add 3', 'buckets add 2 --server b'],
  },
  {
    name: 'buckets move',
    usage: 'BUCKET --to NAME',
    summary: 'Moves a bucket to another server while it is used.',
    details:
      'Rows are copied by logical replication: the server that has the bucket needs wal_level = logical, a free slot and a ' +
      'free sender, and must be reachable from the other. Writers to the bucket are locked out for two seconds at most, and ' +
      'then answered 503 until every process knows where it is, about as long. After an interruption, run it again: it goes on.',
    options: {
      to: { value: 'NAME', text: 'The server, as ORIKI_SERVERS calls it, or home.' },
    },
    argument: { option: 'bucket', value: 'BUCKET' },
    needs:
      'Owners of the schemas who may make publications and subscriptions (ORIKI_MIGRATION_DATABASE_URL, ORIKI_MIGRATION_SERVERS).',
    examples: ['buckets move bucket_001 --to b'],
  },
  {
    name: 'buckets list',
    usage: '',
    summary: 'Lists the buckets: the server of each, and how many organizations it has.',
    options: {},
    examples: ['buckets list'],
  },
];
