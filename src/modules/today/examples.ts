const COUNT = { total: 1, totalIsExact: true };
const NONE = { total: 0, totalIsExact: true };
const [NOW, DAY, WEEK, MONTH] = [
  '2026-11-21T09:40:00.000Z',
  '2026-11-20T09:40:00.000Z',
  '2026-11-14T09:40:00.000Z',
  '2026-10-22T09:40:00.000Z',
];

const PERSON = 'usr_01kf3v8w2n6b0d4f8h1k5m9p3r';
const BACKLOG = { total: 12, day: 8, threeDays: 3, week: 1, month: 0, older: 0, overdue: 2 };

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
      failingWebhooks: [
        { id: 'wh_01kf3v9q8m4c2s6t0x5z7b1d3f', name: 'Core banking', active: true, since: DAY },
      ],
      lateLists: [
        { id: 'glist_01kf3vhz6wf0p8a2m4q6s8v0x2', name: 'Example sanctions', since: WEEK },
      ],
    },
  },
  getWork: {
    data: { openHits: 12, cases: { mine: 3, unassigned: 100, overdue: 1 }, approvals: 0 },
  },
  getTeam: {
    data: {
      decisions: {
        since: {
          today: '2026-11-21T00:00:00.000Z',
          week: '2026-11-15T00:00:00.000Z',
          month: '2026-10-23T00:00:00.000Z',
        },
        complete: true,
        all: { today: 14, week: 80, month: 310, secondsToDecide: { median: 5400, p90: 86_400 } },
        people: [
          {
            actorId: PERSON,
            today: 14,
            week: 80,
            month: 310,
            secondsToDecide: { median: 5400, p90: 86_400 },
          },
        ],
      },
      backlog: {
        complete: true,
        all: BACKLOG,
        assignees: [{ assignee: PERSON, ...BACKLOG }],
      },
      overdueCases: { total: 1, assignees: [{ assignee: null, count: 1 }] },
    },
  },
};
