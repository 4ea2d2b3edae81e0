import type { Command } from './commands.ts';
import { need } from './flags.ts';
import { reconcile, repair } from '../modules/threads/index.ts';

/** Commands about threads and inboxes. */
export const threadCommands: Record<string, Command> = {
  'threads recount': {
    runWith: ({ db }, flags) => (flags.repair ? repair : reconcile)(db, need(flags, 'org')),
  },
};
