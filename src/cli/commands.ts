import type { CommandAudit } from '../start/command-audit.ts';
import type { Flags } from './flags.ts';
import type { Terminal } from './run.ts';
import type { Config } from '../config/config.ts';
import type { OpenDatabase } from '../start/open.ts';
import type { Tx } from '../platform/db/database.ts';

/** The functions that talk to the person at the terminal. */
export type Asking = Pick<Terminal, 'say'> & { ask: NonNullable<Terminal['ask']> };

/** The database for a command that opens its own transactions, or none. */
export type Opened = OpenDatabase & { config: Config };

/** A command. `run` and `runWith` return the output of `--json`; with `ok: false` in it the exit code is 1. */
export type Command = {
  /** The columns of its list that fit a terminal; all by default. */
  columns?: (flags: Flags) => readonly string[];
  /**
   * True for a command that may be the first on a data folder, and then creates the embedded database. Every other
   * command requires an existing database.
   */
  begins?: true;
} & (
  | {
      /** Runs in one transaction, for data that crosses organizations (`sharedOf`). */
      run: (tx: Tx, flags: Flags, opened: Opened) => Promise<object>;
      /**
       * Asks for omitted options before the transaction begins. Called only with a person at a terminal.
       * @returns the flags with the answers
       */
      complete?: (opened: Opened, flags: Flags, terminal: Asking) => Promise<Flags>;
      /** The audit row of a command that changes data; committed with the change. */
      audit?: CommandAudit;
    }
  | {
      /**
       * Runs with a database. It reads rows of one organization (`databaseOf`), opens several transactions, or opens
       * none.
       */
      runWith: (opened: Opened, flags: Flags) => Promise<object>;
      /**
       * The audit row of a command that changes data. It is committed before the command begins, so a killed command is
       * also recorded.
       */
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
  return (await import('./records/exports.ts')).exportCommands;
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
async function subjects(): Promise<Commands> {
  return (await import('./subjects.ts')).subjectCommands;
}
async function retention(): Promise<Commands> {
  return (await import('./records/retention.ts')).retentionCommands;
}
async function jobs(): Promise<Commands> {
  return (await import('./jobs.ts')).jobCommands;
}

/** Groups of commands by their first word. A command loads only its group, because loading takes most of its time. */
const GROUPS: Record<string, () => Promise<Commands>> = {
  org: tenants,
  key: tenants,
  list: lists,
  screen,
  assess,
  threads,
  'dead-letters': identity,
  identity,
  audit: identity,
  subject: subjects,
  privacy: subjects,
  usage: billing,
  invoices: billing,
  'export-settings': exports,
  buckets: tenants,
  approval: approvals,
  console: people,
  member: people,
  operator: people,
  session: people,
  'signing-key': identity,
  egress: identity,
  retention,
  jobs,
};

export async function commandOf(name: string): Promise<Command | undefined> {
  const group = GROUPS[name.split(' ', 1)[0]!];
  return (await group?.())?.[name];
}

/** Returns every command except the service itself, by name. */
export async function allCommands(): Promise<Commands> {
  const groups = await Promise.all([...new Set(Object.values(GROUPS))].map((load) => load()));
  return Object.assign({}, ...groups);
}
