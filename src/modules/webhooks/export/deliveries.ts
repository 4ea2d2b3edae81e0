import type { ExportSource } from '../../../platform/export-source.ts';
import { deliveriesToExport } from './store.ts';

/** The columns of an exported delivery. */
export const deliveriesExport: ExportSource = {
  description:
    'One row for each delivery of an event to a webhook, deleted ones included. The range is about the time the event ' +
    'was published; `service` is the first word of its type: `email` selects `email.sent` and `email.failed`.',
  columns: [
    { name: 'id', type: 'code', description: 'Id of the delivery.' },
    {
      name: 'webhookId',
      type: 'code',
      description: 'Id of the webhook: all that is left of a deleted one.',
    },
    { name: 'eventId', type: 'text', description: 'Id of the event, sent as `webhook-id`.' },
    { name: 'eventType', type: 'text', description: 'Type of the event.' },
    {
      name: 'status',
      type: 'code',
      description:
        '`pending`, `succeeded`, `failed`, or `cancelled`: it was pending when its webhook was deleted.',
    },
    { name: 'attemptCount', type: 'integer', description: 'Attempts made so far.' },
    { name: 'lastAttemptAt', type: 'timestamp', description: 'When the last one was started.' },
    { name: 'lastDurationMs', type: 'integer', description: 'How long it took.' },
    {
      name: 'lastStatusCode',
      type: 'integer',
      description: 'Status of the last answer, if there was one.',
    },
    { name: 'lastError', type: 'text', description: 'Why nothing usable was, in one word.' },
    { name: 'createdAt', type: 'timestamp', description: 'When the event was published.' },
    { name: 'lastTlsFailure', type: 'text', description: 'Why TLS failed, in one word.' },
  ],
  order: ['createdAt', 'id'],
  query: deliveriesToExport,
};
