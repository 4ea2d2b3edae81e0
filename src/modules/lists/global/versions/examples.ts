import { EXAMPLE_CURSOR, examplePage } from '../../../../platform/http/schema.ts';

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  listGlobalListVersions: {
    data: {
      items: [
        {
          revision: 2,
          importedAt: '2026-11-21T09:00:00.000Z',
          format: 'csv',
          origin: 'https://lists.example.com/sanctions.csv',
          sha256: 'b1ae2d4ae2e2ad2b20a2a1e5a28a8d8b2a5b6e64c1fa4e1a0d7c9e9d3f6b5a41',
          aliasesSha256: null,
          addressesSha256: null,
          commentsSha256: null,
          added: 1,
          changed: 0,
          removed: 0,
          rejected: 0,
          entryCount: 2,
        },
      ],
      total: 2,
      totalIsExact: true,
      page: 1,
      limit: 1,
      nextCursor: EXAMPLE_CURSOR,
    },
  },
  listGlobalListRejections: {
    data: {
      revision: 2,
      rejected: 1,
      rejections: [{ file: 'main', line: 7, reason: 'the name is empty' }],
    },
  },
  listGlobalListChanges: {
    data: {
      from: 1,
      to: 2,
      ...examplePage({
        change: 'changed',
        externalId: '36',
        entryId: 'entry_01kf3vhz6wf0p8a2m4q6s8v0x2',
        name: 'Adaeze Okonkwo',
        before: { dobs: ['1970'] },
        after: { dobs: ['1970-01-31'] },
      }),
    },
  },
};
