import type { Flags } from './flags.ts';
import type { Config } from '../config.ts';
import type { OpenDatabase } from '../open.ts';
import type { Tx } from '../platform/db/database.ts';

/** What a command that opens transactions of its own, or none, has to work with. */
export type Opened = OpenDatabase & { config: Config };

/** Returns what `--json` prints; with `ok: false` in it the exit code is 1. */
export type Command =
  | {
      /** In one transaction. */
      run: (tx: Tx, flags: Flags) => Promise<object>;
    }
  | { runWith: (opened: Opened, flags: Flags) => Promise<object> };

type Commands = Record<string, Command>;

const tenants = async (): Promise<Commands> => (await import('./tenants.ts')).tenantCommands;
const lists = async (): Promise<Commands> => (await import('./lists.ts')).listCommands;
const threads = async (): Promise<Commands> => (await import('./threads.ts')).threadCommands;
const screen = async (): Promise<Commands> => (await import('./screen.ts')).screenCommands;
const exports = async (): Promise<Commands> => (await import('./exports.ts')).exportCommands;
const identity = async (): Promise<Commands> => (await import('./identity.ts')).identityCommands;
const billing = async (): Promise<Commands> => (await import('./billing.ts')).billingCommands;

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
};

export async function commandOf(name: string): Promise<Command | undefined> {
  const group = GROUPS[name.split(' ', 1)[0]!];
  return (await group?.())?.[name];
}
