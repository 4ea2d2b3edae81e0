import type { ExportSource } from '../../platform/export-source.ts';
import { messagesExport } from '../threads/index.ts';
import { deliveriesExport } from '../webhooks/index.ts';
import type { DataType } from './schemas.ts';

/** What can be exported: each module says how its own data looks. */
export const exportSources: Partial<Record<DataType, ExportSource>> &
  Pick<Record<DataType, ExportSource>, 'messages' | 'webhooks'> = {
  messages: messagesExport,
  webhooks: deliveriesExport,
};
