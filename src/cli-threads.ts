import type { Command } from './cli-commands.ts';
import { need } from './cli-flags.ts';
import { recount } from './modules/threads/index.ts';

/** Commands about threads and inboxes. */
export const threadCommands: Record<string, Command> = {
  'threads recount': { usage: '--org ORG', run: (tx, flags) => recount(tx, need(flags, 'org')) },
};
