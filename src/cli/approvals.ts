import { commandActor } from '../start/command-audit.ts';
import type { Command } from './commands.ts';
import { choice, need, pageOf } from './flags.ts';
import { APPROVAL_STATUSES, operatorsApprovals } from '../modules/approvals/index.ts';
import { globalListId, refusedFile } from '../modules/lists/index.ts';

/** Commands about actions that need two operators. */
export const approvalCommands: Record<string, Command> = {
  'approval ask': {
    audit: {
      action: 'approval.ask',
      does: 'requested a second person',
      shows: ['action', 'objectId', 'reasonCode', 'reasonHash'],
    },
    run: async (tx, flags) => {
      const objectId = await globalListId(tx, need(flags, 'source'));
      const request = { action: 'global_list.shrink' as const, objectId };
      return operatorsApprovals.request(tx, request, commandActor(), refusedFile);
    },
  },
  'approval list': {
    run: async (tx, flags) =>
      operatorsApprovals.listWithoutReasons(tx, {
        ...pageOf(flags),
        ...(flags.status === undefined
          ? {}
          : { status: choice('status', flags.status, APPROVAL_STATUSES) }),
      }),
  },
  'approval reject': {
    audit: {
      action: 'approval.reject',
      does: 'refused a request',
      shows: ['action', 'objectId', 'reasonCode', 'reasonHash'],
    },
    run: async (tx, flags) => operatorsApprovals.refuse(tx, need(flags, 'id'), commandActor()),
  },
};
