/** The examples of the routes, by operation. */
export const EXAMPLES = {
  getDiagnosis: {
    data: {
      ok: true,
      checks: [
        {
          check: 'disk',
          status: 'warn',
          message: '1.2 GiB free where ./data is',
          advice: 'make room, or set ORIKI_DATA_DIR to a folder on another disk',
          page: 'operations/capacity.md',
        },
      ],
    },
  },
  listJobs: {
    data: {
      jobs: [
        {
          name: 'usage-sums',
          lastRunAt: '2026-11-21T09:45:00.000Z',
          nextRunAt: '2026-11-21T09:46:00.000Z',
          holder: 'host-1:4711:01kf3vm9c4e6g8j0m2p4r6t8v0',
          isRunning: false,
          failures: 0,
          error: null,
        },
      ],
    },
  },
};
