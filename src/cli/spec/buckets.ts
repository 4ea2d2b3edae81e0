import type { CommandSpec } from './types.ts';

/** Commands about buckets. */
export const bucketSpecs: CommandSpec[] = [
  {
    name: 'buckets add',
    usage: 'N [--server NAME]',
    summary: 'Creates N more buckets on a server; the service uses them immediately.',
    details:
      'Every process must already know the server (ORIKI_SERVERS). A new organization gets the bucket with the fewest. After an interruption, run the command again to complete it.',
    options: {
      server: {
        value: 'NAME',
        text: 'Server of the buckets, by its name in ORIKI_SERVERS; default: home, the server of DATABASE_URL.',
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
    summary: 'Moves a bucket to another server while it is in use.',
    details:
      'Logical replication copies the rows: the server with the bucket needs wal_level = logical, a free slot and a ' +
      'free sender, and must be reachable from the other server. Writes to the bucket are locked out for two seconds at most. Then ' +
      'they get 503 until every process knows the new server, for about as long. After an interruption, run the command again to complete it.',
    options: {
      to: { value: 'NAME', text: 'The target server, by its name in ORIKI_SERVERS, or home.' },
    },
    argument: { option: 'bucket', value: 'BUCKET' },
    needs:
      'Owners of the schemas who may create publications and subscriptions (ORIKI_MIGRATION_DATABASE_URL, ORIKI_MIGRATION_SERVERS).',
    examples: ['buckets move bucket_001 --to b'],
  },
  {
    name: 'buckets list',
    usage: '',
    summary: 'Lists the buckets: the server of each, and the number of its organizations.',
    options: {},
    examples: ['buckets list'],
  },
];
