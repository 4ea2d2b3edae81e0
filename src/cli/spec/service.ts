import type { CommandSpec } from './types.ts';

const NEEDS_KEYS = 'The keys of the service.';

export const ROLES = ['all', 'api', 'worker'] as const;
const SHELLS = ['bash', 'zsh', 'fish'] as const;

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
    usage: '',
    summary: 'Brings the schemas of the database, and of the servers in ORIKI_SERVERS, up to date.',
    details:
      'Run it before the first start and after each upgrade with DATABASE_URL or ORIKI_SERVERS; the embedded database migrates itself at start.',
    options: {},
    needs:
      'With two accounts in PostgreSQL, ORIKI_MIGRATION_DATABASE_URL and ORIKI_MIGRATION_SERVERS: the owners of the schemas.',
    examples: ['migrate'],
  },
  {
    name: 'doctor',
    usage: '[--online] [--merge-ids]',
    summary:
      'Checks configuration, database, keys, providers, lists and disks, and changes nothing but with --merge-ids.',
    options: {
      online: {
        text: 'Also looks if each provider can be reached, without asking it anything, and checks the identity providers of operators.',
      },
      'merge-ids': {
        text: 'Instead of checking, makes rows one whose ids differ in their spelling alone (Unicode NFC), as docs/operations/upgrade.md says. Exit code 1: some cannot become one.',
      },
    },
    examples: ['doctor', 'doctor --online --json', 'doctor --merge-ids'],
  },
  {
    name: 'jobs list',
    usage: '',
    summary:
      'Lists the background jobs: last and next run, the process that ran them last, and failures in a row.',
    details:
      'The page docs/background-work.md says what each does, and what happens when it stops.',
    options: {},
    examples: ['jobs list'],
  },
  {
    name: 'jobs run',
    usage: 'NAME',
    summary: 'Runs a background job once, now, due or not, and says what it has done.',
    details:
      'It runs here, in every bucket, and takes the same locks as the processes with the worker role; while one of them is at it, nothing is done.',
    options: {},
    argument: { option: 'name', value: 'NAME' },
    needs: 'The keys of the service, and the files of providers and prices.',
    examples: ['jobs run usage-sums'],
  },
  {
    name: 'kek rotate',
    usage: '',
    summary: 'Makes a new key and moves everything that is encrypted to it.',
    details: 'It may run beside the service, and be run again if it was interrupted (kek rewrap).',
    options: {},
    needs: NEEDS_KEYS,
    examples: ['kek rotate'],
  },
  {
    name: 'kek rewrap',
    usage: '',
    summary: 'Moves what is still encrypted under other keys to the current one.',
    options: {},
    needs: NEEDS_KEYS,
    examples: ['kek rewrap'],
  },
  ...SHELLS.map((shell): CommandSpec => ({
    name: `completion ${shell}`,
    usage: '',
    summary: `Prints the script with which ${shell} completes commands and options.`,
    details: `To install it: ${WHERE[shell]}`,
    options: {},
    needs: false,
    examples: [`completion ${shell}`],
  })),
];
