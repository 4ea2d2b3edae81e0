import type { ExportSource } from '../../../platform/export-source.ts';
import { messagesToExport } from './store.ts';

/** The columns of an exported message. */
export const messagesExport: ExportSource = {
  description:
    'One row for each message, deleted ones included without their content. The range is about the time a message was ' +
    'sent; `service` is the slug of a channel.',
  columns: [
    { name: 'id', type: 'code', description: 'Id of the message.' },
    { name: 'threadId', type: 'code', description: 'Id of its thread.' },
    { name: 'channel', type: 'text', description: 'Slug of the channel of the thread.' },
    { name: 'entityId', type: 'text', description: 'Id of what the thread is about.' },
    { name: 'sequence', type: 'integer', description: 'Place in the thread, from 1.' },
    { name: 'participantExternalId', type: 'text', description: 'Who sent it, in your words.' },
    { name: 'participantRole', type: 'text', description: 'Role of who sent it.' },
    { name: 'type', type: 'code', description: '`TEXT`, `FILE` or `SYSTEM`.' },
    {
      name: 'content',
      type: 'text',
      description: 'Text of the message; empty once it is deleted.',
    },
    { name: 'createdAt', type: 'timestamp', description: 'When it was sent.' },
    { name: 'editedAt', type: 'timestamp', description: 'When its content changed last.' },
    { name: 'deletedAt', type: 'timestamp', description: 'When it was deleted.' },
  ],
  order: ['createdAt', 'id'],
  query: messagesToExport,
};
