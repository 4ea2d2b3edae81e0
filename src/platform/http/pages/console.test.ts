import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { startTestApp } from '../../../../test/support/app.ts';
import { hasConsole } from './console.ts';

const app = testApp({ role: 'api' });

describe('the console', () => {
  test('is built by npm install', () => {
    expect(hasConsole()).toBe(true);
  });

  test('serves one page for every address below its own, without caching, framing or foreign files', async () => {
    const nonces = new Set<string>();
    for (const path of [
      '/console/',
      '/console/review',
      '/console/review/hit_1',
      '/console/a%2Fb',
    ]) {
      const { status, text, headers } = await app.call('GET', path);
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
      const policy = headers.get('content-security-policy')!;
      const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
      expect(policy).toBe(
        "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; " +
          "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
          `style-src 'self' 'nonce-${nonce}'; font-src 'self'`,
      );
      expect(text).toContain(`content="${nonce}"`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
  });

  test('has files with a content hash in their names, cached forever', async () => {
    const { text } = await app.call('GET', '/console/');
    const files = [...text.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)];
    expect(files.length).toBeGreaterThan(1);
    for (const [, path] of files) {
      const { status, headers } = await app.call('GET', path!, {
        headers: { 'accept-encoding': 'br' },
      });
      expect([path, status, headers.get('content-encoding')]).toEqual([path, 200, 'br']);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  test.each(['/console/assets/nothing.js', '/console/assets/', '/console/session/nothing'])(
    'has no page at %s',
    async (path) => {
      const { status, body } = await app.call('GET', path);
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  test('is not served, and sign-in fails, when it is off', async () => {
    const off = await startTestApp({ role: 'api', console: 'off' });
    for (const path of ['/console/', '/console/session/link', '/console/session/issuers'])
      expect([path, (await off.call('GET', path)).status]).toEqual([path, 404]);
    await off.stop();
  });

  test.each([
    ['tenant', 200, 401],
    ['operator', 401, 200],
    ['all', 200, 200],
    ['off', 401, 401],
  ] as const)(
    'served for %s accepts only sessions of its kind',
    async (served, tenant, operator) => {
      const own = await startTestApp({ role: 'api', console: served });
      const org = await own.org();
      const member = await own.person(org.id, ['admin']);
      const staff = await own.person(null, ['admin']);
      const asked = [member, staff].map(({ session }) =>
        own.call('GET', '/api/v1/me', { session }),
      );
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses).toEqual([tenant, operator]);
      await own.stop();
    },
  );
});
