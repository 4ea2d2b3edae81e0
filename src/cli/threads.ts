import type { Command } from './commands.ts';
import { need } from './flags.ts';
import { databaseOf } from '../platform/db/places.ts';
import { reconcile, repair } from '../modules/threads/index.ts';

/** Commands about threads and inboxes. */
export const threadCommands: Record<string, Command> = {
  'threads recount': {
    audit: {
      action: 'threads.recount',
      does: 'recounted messages',
      organization: ({ flags }) => flags.org,
    },
    async runWith({ db }, flags) {
      const orgId = need(flags, 'org');
      return (flags.repair ? repair : reconcile)(await databaseOf(db, orgId), orgId);
    },
  },
};
