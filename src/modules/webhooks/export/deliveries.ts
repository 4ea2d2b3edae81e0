import { exportColumns, type ExportSource } from '../../../platform/export-source.ts';
import { deliveriesToExport } from './store.ts';

/** The columns of an exported delivery. */
export const deliveriesExport: ExportSource = {
  description:
    'One row for each delivery of an event to a webhook, deleted ones included. The range is about the time the event ' +
    'was published; `service` is the first word of its type: `email` selects `email.sent` and `email.failed`.',
  columns: exportColumns({
    id: ['code', 'Id of the delivery.'],
    webhookId: ['code', 'Id of the webhook: all that is left of a deleted one.'],
    eventId: ['text', 'Id of the event, sent as `webhook-id`.'],
    eventType: ['text', 'Type of the event.'],
    status: [
      'code',
      '`pending`, `succeeded`, `failed`, or `cancelled`: it was pending when its webhook was deleted.',
    ],
    attemptCount: ['integer', 'Attempts made so far.'],
    lastAttemptAt: ['timestamp', 'When the last one was started.'],
    lastDurationMs: ['integer', 'How long it took.'],
    lastStatusCode: ['integer', 'Status of the last answer, if there was one.'],
    lastError: ['text', 'The reason for no usable answer, in one word.'],
    createdAt: ['timestamp', 'When the event was published.'],
    lastTlsFailure: ['text', 'Why TLS failed, in one word.'],
  }),
  order: ['createdAt', 'id'],
  query: deliveriesToExport,
};
