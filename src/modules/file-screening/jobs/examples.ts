import type { ScreeningJob } from './schemas.ts';
import { examplePage } from '../../../platform/http/schema.ts';

const PENDING: ScreeningJob = {
  id: 'screenjob_01kf3vm9c4e6g8j0m2p4r6t8v0',
  state: 'PENDING',
  fileFormat: 'csv',
  fileSize: 28,
  lines: 2,
  readAs: { encoding: 'utf-8', delimiter: 'comma', dateFormat: null, warnings: [] },
  kinds: null,
  threshold: null,
  limit: 20,
  resultFormat: 'CSV',
  rows: { read: 0, done: 0, failed: 0, incomplete: 0 },
  outcomes: { clear: 0, review: 0, block: 0 },
  listsChanged: false,
  exportId: null,
  error: null,
  createdAt: '2026-11-21T09:45:00.000Z',
  completedAt: null,
};
const COMPLETED: ScreeningJob = {
  ...PENDING,
  state: 'COMPLETED',
  rows: { read: 1, done: 1, failed: 0, incomplete: 0 },
  outcomes: { clear: 1, review: 0, block: 0 },
  exportId: 'export_01kf3w8k2m4p6r8t0v2x4z6b8d',
  completedAt: '2026-11-21T09:45:02.118Z',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  createScreeningJob: {
    body: {
      file: Buffer.from('ref,name\n17,Sean OBrien Smith').toString('base64'),
      fileFormat: 'csv',
    },
    data: PENDING,
  },
  listScreeningJobs: { query: { state: 'COMPLETED' }, data: examplePage(COMPLETED) },
  getScreeningJob: { data: COMPLETED },
  cancelScreeningJob: { data: { id: PENDING.id, deleted: true } },
};
