import { beforeEach, expect } from 'vitest';
import type { TestOrg } from '../../support/app.ts';
import { consoleApp, settled, visit } from './browser.ts';

/** Does what `consoleApp` does, and creates an organization before each test. Until then `org` is empty. */
export function consoleOrg() {
  const app = consoleApp({ rateLimits: undefined });
  const org = {} as TestOrg;
  beforeEach(async () => {
    Object.assign(org, await app.org({ addons: ['detection_pack'] }));
  });
  return {
    app,
    org,
    /** Sends a request with the organization's key. @returns the data of its answer */
    async call(method: string, path: string, body?: object) {
      const answer = await app.call(method, `/api/v1${path}`, { key: org.key, body });
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.body.data;
    },
    /** Opens a screen as a new person with this role. */
    async open(path: string, role = 'analyst') {
      const { session, id: personId } = await app.person(org.id, [role]);
      const visited = await visit(app, session, path);
      await settled(visited.page);
      return { ...visited, personId, dialog: visited.page.getByRole('dialog') };
    },
  };
}
