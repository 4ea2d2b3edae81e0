import type { Flags } from './flags.ts';
import type { Config } from '../config/config.ts';
import type { OpenDatabase } from '../start/open.ts';
import type { Tx } from '../platform/db/database.ts';

/** The means of a command that opens transactions of its own, or none. */
export type Opened = OpenDatabase & { config: Config };

/** Returns what `--json` prints; with `ok: false` in it the exit code is 1. */
export type Command =
  | {
      /** In one transaction. */
      run: (tx: Tx, flags: Flags) => Promise<object>;
    }
  | { runWith: (opened: Opened, flags: Flags) => Promise<object> };

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
async function exports(): Promise<Commands> {
  return (await import('./exports.ts')).exportCommands;
}
async function identity(): Promise<Commands> {
  return (await import('./identity.ts')).identityCommands;
}
async function billing(): Promise<Commands> {
  return (await import('./billing.ts')).billingCommands;
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
  threads,
  'dead-letters': identity,
  audit: identity,
  usage: billing,
  invoices: billing,
  'export-settings': exports,
  buckets: tenants,
  jobs,
};

export async function commandOf(name: string): Promise<Command | undefined> {
  const group = GROUPS[name.split(' ', 1)[0]!];
  return (await group?.())?.[name];
}
