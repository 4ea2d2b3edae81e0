import type { CommandAudit } from '../start/command-audit.ts';
import type { Flags } from './flags.ts';
import type { Terminal } from './run.ts';
import type { Config } from '../config/config.ts';
import type { OpenDatabase } from '../start/open.ts';
import type { Tx } from '../platform/db/database.ts';

/** The ways to talk to the person at the terminal. */
export type Asking = Pick<Terminal, 'say'> & { ask: NonNullable<Terminal['ask']> };

/** The means of a command that opens transactions of its own, or none. */
export type Opened = OpenDatabase & { config: Config };

/** Returns what `--json` prints; with `ok: false` in it the exit code is 1. */
export type Command = {
  /** Columns of its list that fit a terminal; all unless given. */
  columns?: (flags: Flags) => readonly string[];
  /** May be the first on a data folder, and then makes the embedded database. Every other command works on what is there. */
  begins?: true;
} & (
  | {
      /** In one transaction, for what crosses organizations (`sharedOf`). */
      run: (tx: Tx, flags: Flags, opened: Opened) => Promise<object>;
      /**
       * Asks for options that are left out, before the transaction begins. It is called only where a person is at a terminal.
       * @returns the flags with the answers
       */
      complete?: (opened: Opened, flags: Flags, terminal: Asking) => Promise<Flags>;
      /** The row of a command that changes anything; it commits with it. */
      audit?: CommandAudit;
    }
  | {
      /** With a database, for rows of one organization (`databaseOf`), for several transactions, or for none. */
      runWith: (opened: Opened, flags: Flags) => Promise<object>;
      /** The row of a command that changes anything; it is there before the command begins, so that a kill hides nothing. */
      audit?: CommandAudit;
    }
);

type Commands = Record<string, Command>;

async function tenants(): Promise<Commands> {
  return (await import('./tenants.ts')).tenantCommands;
}
async function lists(): Promise<Commands> {
  return (await import('./lists.ts')).listCommands;
}
async function threads(): Promise<Commands> {
  return (await import('./threads.ts')).threadCommands;
}
async function screen(): Promise<Commands> {
  return (await import('./screen.ts')).screenCommands;
}
async function assess(): Promise<Commands> {
  return (await import('./assess.ts')).assessCommands;
}
async function exports(): Promise<Commands> {
  return (await import('./exports.ts')).exportCommands;
}
async function identity(): Promise<Commands> {
  return (await import('./identity.ts')).identityCommands;
}
async function billing(): Promise<Commands> {
  return (await import('./billing.ts')).billingCommands;
}
async function approvals(): Promise<Commands> {
  return (await import('./approvals.ts')).approvalCommands;
}
async function people(): Promise<Commands> {
  return (await import('./people.ts')).peopleCommands;
}
async function jobs(): Promise<Commands> {
  return (await import('./jobs.ts')).jobCommands;
}

/** By the first word of a command: one loads only what it needs, which is most of the time that it takes. */
const GROUPS: Record<string, () => Promise<Commands>> = {
  org: tenants,
  key: tenants,
  list: lists,
  screen,
  assess,
  threads,
  'dead-letters': identity,
  audit: identity,
  usage: billing,
  invoices: billing,
  'export-settings': exports,
  buckets: tenants,
  approval: approvals,
  console: people,
  member: people,
  operator: people,
  session: people,
  jobs,
};

export async function commandOf(name: string): Promise<Command | undefined> {
  const group = GROUPS[name.split(' ', 1)[0]!];
  return (await group?.())?.[name];
}

/** Every command that is not the service itself, by its words. */
export async function allCommands(): Promise<Commands> {
  const groups = await Promise.all([...new Set(Object.values(GROUPS))].map((load) => load()));
  return Object.assign({}, ...groups);
}
