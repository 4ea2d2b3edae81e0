import type { CommandSpec } from './types.ts';

const NEEDS_KEYS = 'The keys of the service.';

export const ROLES = ['all', 'api', 'worker'] as const;
const SHELLS = ['bash', 'zsh', 'fish'] as const;

const BACKUP_OPTIONS = {
  keys: {
    value: 'PLACE',
    text: 'Folder or bucket of the keys, apart from the data; default: `keys` in a PLACE that is a folder.',
    file: true,
  },
  'passphrase-file': {
    value: 'FILE',
    text: 'File whose first line is the passphrase that encrypts the keys; at least 12 characters.',
    file: true,
  },
} as const satisfies CommandSpec['options'];

const WHERE = {
  bash: 'oriki completion bash > ~/.local/share/bash-completion/completions/oriki',
  zsh: 'oriki completion zsh > ~/.oriki-completion.zsh; echo "source ~/.oriki-completion.zsh" >> ~/.zshrc',
  fish: 'oriki completion fish > ~/.config/fish/completions/oriki.fish',
};

/** Commands about the service as a whole. */
export const serviceSpecs: CommandSpec[] = [
  {
    name: 'serve',
    usage: '[--role ROLE]',
    summary: 'Starts the service and runs until it is stopped.',
    options: {
      role: {
        value: 'ROLE',
        text: 'Role of this process: answer requests (api), work in the background (worker), or both; default: ORIKI_ROLE.',
        choices: ROLES,
      },
    },
    needs: 'The keys and the file of providers.',
    examples: ['serve', 'serve --role worker'],
  },
  {
    name: 'migrate',
    usage: '[--plan]',
    summary: 'Migrates the schemas of the database, and of the servers in ORIKI_SERVERS.',
    details:
      'Run it before the first start and after each upgrade with DATABASE_URL or ORIKI_SERVERS; the embedded database migrates itself at start.',
    options: {
      plan: {
        text: 'Instead lists the locks that pending migrations take on existing tables, with their sizes and estimated times. Changes nothing.',
      },
    },
    needs:
      'With two accounts in PostgreSQL, ORIKI_MIGRATION_DATABASE_URL and ORIKI_MIGRATION_SERVERS: the owners of the schemas.',
    examples: ['migrate', 'migrate --plan --json'],
  },
  {
    name: 'doctor',
    usage: '[--online]',
    summary: 'Checks configuration, database, keys, providers, lists and disks. Changes nothing.',
    options: {
      online: {
        text: 'Also checks that each provider is reachable, without sending a question, and checks the identity providers of operators.',
      },
    },
    examples: ['doctor', 'doctor --online --json'],
  },
  {
    name: 'egress',
    usage: '[--signed]',
    summary: 'Lists every outside host to which data may go, what is sent there, and how much was.',
    options: {
      signed: {
        text: 'Signs the report with the key of the installation. A row of the audit log has its hash.',
      },
    },
    needs: 'The files of providers and of sign-ins; for a signature the keys of the service.',
    http: [
      { call: 'GET /admin/egress', scope: 'platform:admin' },
      { call: 'GET /admin/egress/file', scope: 'platform:admin' },
    ],
    examples: ['egress', 'egress --signed --json'],
  },
  {
    name: 'backup',
    usage: 'PLACE [--keys PLACE] [--passphrase-file FILE]',
    summary: 'Backs up the database, the keys and the files of exports while the service runs.',
    details:
      'PLACE is a folder or s3://BUCKET/PATH, and must be new or empty. PLACE/data is encrypted with a key in the place of keys, which also has the server secret and the key ring. A backup without PLACE/data/manifest.json was interrupted.',
    options: BACKUP_OPTIONS,
    argument: { option: 'folder', value: 'PLACE' },
    needs:
      'The keys of the service; for a server of yours pg_dump, and ORIKI_MIGRATION_DATABASE_URL if another account owns the schemas.',
    examples: [
      'backup /srv/backups/monday',
      'backup s3://bank-backups/monday --keys /mnt/keys/monday --passphrase-file /etc/oriki/passphrase',
    ],
  },
  {
    name: 'restore',
    usage: 'PLACE [--check] [--keys PLACE] [--passphrase-file FILE]',
    summary: 'Restores a backup into an empty data folder or empty databases.',
    details:
      'The next start repeats the erasures on the list in ORIKI_ERASURE_DIR, which no backup has, before it is ready.',
    options: {
      check: {
        text: 'Instead restores into a scratch database, checks audit chains, keys and counts, deletes it, and prints a report. Exit code 1: the backup is not good.',
      },
      ...BACKUP_OPTIONS,
    },
    argument: { option: 'folder', value: 'PLACE' },
    needs:
      'For a server of yours pg_restore, and ORIKI_MIGRATION_DATABASE_URL if another account owns the schemas; for --check that account must be able to create databases.',
    examples: ['restore /srv/backups/monday', 'restore /srv/backups/monday --check --json'],
  },
  {
    name: 'jobs list',
    usage: '',
    summary:
      'Lists the background jobs: last and next run, the process that ran them last, and failures in a row.',
    details: 'The page docs/background-work.md explains each job, and what happens when it stops.',
    options: {},
    examples: ['jobs list'],
  },
  {
    name: 'jobs run',
    usage: 'NAME',
    summary: 'Runs a background job once, now, due or not, and prints its report.',
    details:
      'It runs in this process, in every bucket, and takes the same locks as worker processes. While one of them runs the job, the command does nothing.',
    options: {},
    argument: { option: 'name', value: 'NAME' },
    needs: 'The keys of the service, and the files of providers and prices.',
    examples: ['jobs run usage-sums'],
  },
  {
    name: 'kek rotate',
    usage: '',
    summary: 'Creates a new key and moves all encrypted data to it.',
    details: 'It may run while the service runs. After an interruption, kek rewrap completes it.',
    options: {},
    needs: NEEDS_KEYS,
    examples: ['kek rotate'],
  },
  {
    name: 'kek rewrap',
    usage: '',
    summary: 'Moves data that is still encrypted under other keys to the current key.',
    options: {},
    needs: NEEDS_KEYS,
    examples: ['kek rewrap'],
  },
  {
    name: 'signing-key rotate',
    usage: '',
    summary: 'Replaces the key that signs documents, and erases its private key.',
    details:
      'Earlier signatures stay valid: /.well-known/oriki-keys.json lists all public keys. It may run while the service runs.',
    options: {},
    needs: NEEDS_KEYS,
    examples: ['signing-key rotate'],
  },
  ...SHELLS.map((shell): CommandSpec => ({
    name: `completion ${shell}`,
    usage: '',
    summary: `Prints the ${shell} script that completes commands and options.`,
    details: `To install it: ${WHERE[shell]}`,
    options: {},
    needs: false,
    examples: [`completion ${shell}`],
  })),
];
