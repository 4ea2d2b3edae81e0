import { describe, expect, test } from 'vitest';
import { isMutation, routes } from '../support/manifest.ts';
import { EFFECTS, WITHOUT_EFFECT } from './operations.ts';

const changing = routes.filter((route) => isMutation(route) && !('handleQuery' in route));
const named = new Set<string>(Object.values(EFFECTS).flat());

describe('an operation that changes state', () => {
  test.each(changing.map(({ operationId }) => operationId))(
    'is a way to a guarded effect, or brings none about for a reason: %s',
    (operation) => {
      const reason = WITHOUT_EFFECT[operation];
      expect([named.has(operation), reason !== undefined], operation).toContain(true);
      expect(named.has(operation) && reason !== undefined, 'named twice').toBe(false);
    },
  );

  test('is an operation of the API wherever it is named', () => {
    const known = new Set(routes.map(({ operationId }) => operationId));
    const all = [...named, ...Object.keys(WITHOUT_EFFECT)];
    expect(all.filter((operation) => !known.has(operation))).toEqual([]);
  });
});
