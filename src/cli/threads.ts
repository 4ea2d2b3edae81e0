import type { Command } from './commands.ts';
import { need } from './flags.ts';
import { recount } from '../modules/threads/index.ts';

/** Commands about threads and inboxes. */
export const threadCommands: Record<string, Command> = {
  'threads recount': { usage: '--org ORG', run: (tx, flags) => recount(tx, need(flags, 'org')) },
};
