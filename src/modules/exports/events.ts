import { Type } from 'typebox';
import { defineEvent } from '../webhooks/index.ts';
import { DataType, Format } from './schemas.ts';

const schema = { exportId: Type.String(), dataType: DataType, format: Format };
const EXAMPLE = {
  exportId: 'export_01kf3w8k2m4p6r8t0v2x4z6b8d',
  dataType: 'messages',
  format: 'CSV',
} as const;

export const exportCompleted = defineEvent('export.completed', {
  description: 'An export is finished: its file can be downloaded.',
  schema: Type.Object({
    ...schema,
    recordCount: Type.Integer({ description: 'Rows in the file.' }),
    fileSize: Type.Integer({ description: 'Bytes.' }),
    truncated: Type.Boolean({ description: 'True if rows beyond the maximum were omitted.' }),
  }),
  example: { ...EXAMPLE, recordCount: 312, fileSize: 48_213, truncated: false },
});

export const exportFailed = defineEvent('export.failed', {
  description: 'An export failed.',
  schema: Type.Object({ ...schema, error: Type.String({ description: 'The reason in words.' }) }),
  example: { ...EXAMPLE, error: 'the file store is full' },
});

export const events = [exportCompleted, exportFailed];
