import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

const app = testApp({ role: 'api' });

/** The part of Swagger UI's immutable map that the script uses. */
class Tree {
  readonly entries: Map<string, unknown>;
  constructor(entries: Record<string, unknown> | [string, unknown][]) {
    this.entries = new Map(Array.isArray(entries) ? entries : Object.entries(entries));
  }
  get(name: string) {
    return this.entries.get(name);
  }
  getIn([first, second]: [string, string], other: unknown) {
    return (this.entries.get(first) as Tree).entries.get(second) ?? other;
  }
  update(name: string, change: (value: unknown) => { length: number }) {
    const value = change(this.entries.get(name));
    return new Tree([...this.entries, [name, Object.assign(value, { size: value.length })]]);
  }
  map(change: (value: unknown, key: string) => unknown) {
    return new Tree(
      [...this.entries].map(([key, value]): [string, unknown] => [key, change(value, key)]),
    );
  }
  filter(keep: (value: unknown) => boolean) {
    return new Tree([...this.entries].filter(([, value]) => keep(value)));
  }
}

type Config = {
  persistAuthorization: boolean;
  filter: boolean;
  plugins: (() => { fn: { opsFilter: (tags: Tree, phrase: string) => Tree } })[];
};

/** Runs the script in a browser that prefers dark or light colors. */
async function run(
  matches: boolean,
): Promise<{ config: Config; classes: Record<string, boolean> }> {
  const { text } = await app.call('GET', '/api/docs/explorer.js');
  const classes: Record<string, boolean> = {};
  let config: Config | undefined;
  runInNewContext(text, {
    URL,
    matchMedia: () => ({ matches, addEventListener: () => {} }),
    document: {
      currentScript: { src: `${app.url}/api/docs/explorer.js` },
      documentElement: {
        classList: { toggle: (name: string, on: boolean) => (classes[name] = on) },
      },
    },
    SwaggerUIBundle: (given: Config) => (config = given),
  });
  return { config: config!, classes };
}

test("the explorer keeps the key and follows the browser's color scheme", async () => {
  for (const dark of [true, false]) {
    const { config, classes } = await run(dark);
    expect(config).toMatchObject({ persistAuthorization: true, filter: true });
    expect(classes).toEqual({ 'dark-mode': dark });
  }
  expect((await app.call('GET', '/api/docs/swagger-ui.css')).text).toContain('.dark-mode');
});

test('its search finds operations by words of tag, path, id and summary', async () => {
  const operation = (path: string, operationId: string, summary: string) =>
    new Tree({ path, method: 'get', operation: new Tree({ operationId, summary }) });
  const tags = new Tree({
    Webhooks: new Tree({
      operations: [
        operation('/webhooks', 'listWebhooks', 'List all webhooks'),
        operation('/webhooks/{id}', 'getWebhook', 'Fetch a webhook'),
      ],
    }),
    Usage: new Tree({ operations: [operation('/usage', 'listUsage', 'Usage by day')] }),
  });
  const [plugin] = (await run(false)).config.plugins;
  const found = (phrase: string) =>
    [...plugin!().fn.opsFilter(tags, phrase).entries].flatMap(([, group]) =>
      ((group as Tree).get('operations') as Tree[]).map((one) =>
        one.getIn(['operation', 'operationId'], ''),
      ),
    );
  expect(found('list')).toEqual(['listWebhooks', 'listUsage']);
  expect(found('WEBHOOKS fetch')).toEqual(['getWebhook']);
  expect(found('by day')).toEqual(['listUsage']);
  expect(found('{id}')).toEqual(['getWebhook']);
  expect(found('nothing')).toEqual([]);
});
