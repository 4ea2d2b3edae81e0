const COUNT = { total: 1, totalIsExact: true };
const NONE = { total: 0, totalIsExact: true };
const [NOW, DAY, WEEK, MONTH] = [
  '2026-11-21T09:40:00.000Z',
  '2026-11-20T09:40:00.000Z',
  '2026-11-14T09:40:00.000Z',
  '2026-10-22T09:40:00.000Z',
];

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  getToday: {
    data: {
      openHits: {
        ...COUNT,
        ages: {
          day: { from: DAY, to: null, ...COUNT },
          week: { from: WEEK, to: DAY, ...NONE },
          month: { from: MONTH, to: WEEK, ...NONE },
          older: { from: null, to: MONTH, ...NONE },
        },
      },
      hitsByDay: {
        from: '2026-11-21T00:00:00.000Z',
        to: '2026-11-22T00:00:00.000Z',
        complete: true,
        days: [{ day: '2026-11-21', open: 1, trueMatch: 0, falsePositive: 0, closed: 0 }],
      },
      webhooks: { active: 2, failing: 1, paused: 0, deactivated: 1 },
      verifications: [{ kind: 'bvn', country: 'NG', available: true }],
      ownLists: {
        items: [
          {
            id: 'list_01kf3vbq2ye5rstv5n1v0m2r8k',
            name: 'Known fraudsters',
            kind: 'tenant_blocklist',
            entryCount: 1,
            changedAt: NOW,
          },
        ],
        ...COUNT,
      },
      globalLists: {
        items: [
          {
            id: 'glist_01kf3vhz6wf0p8a2m4q6s8v0x2',
            name: 'Example sanctions',
            kind: 'sanctions',
            entryCount: 1,
            changedAt: NOW,
          },
        ],
        ...COUNT,
      },
      usage: {
        from: '2026-11-01',
        items: [{ service: 'screening', metric: 'screenings', quantity: '120' }],
        ...COUNT,
      },
    },
  },
};
