import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { skip } from '../../scripts/skips.ts';
import { hasConsole } from '../../src/platform/http/pages/console.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, CLIENT, IdentityProvider } from '../support/identity-provider.ts';
import { eventually, freePort, isListening, programOf } from '../support/process.ts';

const program = programOf('nginx');
if (program === undefined) skip('nginx', 'a path before the service (nginx is not installed)');

let app: TestApp;
let idp: IdentityProvider;
let nginx: ChildProcess;
let folder: string;
/** The service's address as browsers see it. */
let url: string;

beforeAll(async () => {
  if (program === undefined) return;
  const port = await freePort();
  url = `http://127.0.0.1:${port}/risk/oriki`;
  idp = await new IdentityProvider().listen();
  app = await startTestApp({
    rateLimits: undefined,
    publicUrl: url,
    outboundAllow: ['127.0.0.0/8'],
    trustedProxies: ['127.0.0.1/32'],
  });
  folder = await mkdtemp(join(tmpdir(), 'oriki-prefix-'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ');
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events { }
    http { ${temporary} access_log off; server { listen 127.0.0.1:${port};
      location /risk/oriki/ {
        proxy_pass ${app.url}/;
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_set_header X-Forwarded-Proto $scheme;
      } } }`,
  );
  nginx = spawn(program, ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  await eventually(() => isListening(port));
});
afterAll(async () => {
  if (program === undefined) return;
  nginx.kill();
  await once(nginx, 'exit');
  await app.stop();
  await idp.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the addresses of this service that a page loads or links to. */
function linksOf(html: string): string[] {
  return [...html.matchAll(/\b(?:href|src)="(\/[^"#]*)/g)].map(([, link]) => link!);
}

async function load(address: string): Promise<Response> {
  return fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } });
}

describe.skipIf(program === undefined)('below a path', () => {
  test.each(['/docs', '/docs/quickstart.md', '/api/docs', '/console/session/link'])(
    'every file and page that %s names is there',
    async (path) => {
      const page = await load(url + path);
      expect(page.status).toBe(200);
      const links = new Set(linksOf(await page.text()));
      expect(links.size).toBeGreaterThan(0);
      for (const link of links) {
        const { status } = await load(new URL(link, url).href);
        expect([link, status]).toEqual([link, 200]);
      }
    },
  );

  test('the address itself leads to the console, or lists what exists', async () => {
    const answer = await load(`${url}/`);
    if (hasConsole()) expect(answer.headers.get('location')).toBe('/risk/oriki/console/');
    else for (const link of linksOf(await answer.text())) expect(link).toMatch(/^\/risk\/oriki\//);
  });

  test.skipIf(!hasConsole())('the console finds its files, and knows the path', async () => {
    const page = await load(`${url}/console/members`);
    const html = await page.text();
    expect(html).toContain('<meta name="oriki-prefix" content="/risk/oriki"');
    const links = linksOf(html);
    expect(links.length).toBeGreaterThan(1);
    for (const link of links) {
      expect(link).toMatch(/^\/risk\/oriki\/console\/assets\//);
      const file = await load(new URL(link, url).href);
      expect(file.status).toBe(200);
      // Files refer to each other by relative paths.
      if (link.endsWith('.js')) expect(await file.text()).not.toContain('"/console/assets/');
    }
  });

  test('a person signs in and returns to the same page', async () => {
    const { id, key } = await app.org();
    const body = {
      name: 'Example SSO',
      issuer: idp.issuer,
      ...CLIENT,
      groupsClaim: 'groups',
      groupRoles: { staff: ['analyst'] },
    };
    const made = await app.call('POST', '/api/v1/sign-in/issuers', { key, body });
    expect(made.body.data.redirectUri).toBe(
      `${url}/console/session/callback/${id}/${made.body.data.id}`,
    );
    await idp.register(made.body.data);
    idp.account = { sub: 'ada', groups: ['staff'] };
    const browser = new Browser();
    const query = new URLSearchParams({ organization: id, returnTo: '/risk/oriki/livez' });
    const seen = await browser.visit(`${url}/console/session/sign-in?${query}`);
    expect([seen.url, seen.status]).toEqual([`${url}/livez`, 200]);
    const me = await browser.get(`${url}/api/v1/me`, { 'sec-fetch-site': 'same-origin' });
    expect(JSON.parse(me.text).data.roles).toEqual(['analyst']);
  });

  test('links in answers and in the API document lead below it', async () => {
    const { key } = await app.org();
    const invited = await app.call('POST', '/api/v1/invitations', {
      key,
      body: { roles: ['analyst'] },
    });
    expect(invited.body.data.url).toMatch(new RegExp(`^${url}/console/session/link#invitation=`));
    const answered = await fetch(`${url}/api/docs/openapi.json`);
    const document = (await answered.json()) as { servers: { url: string }[] };
    const at = document.servers[0]!.url;
    expect(at).toBe(`${url}/api/v1`);
    const answer = await fetch(`${at}/me`, { headers: { 'x-api-key': key } });
    expect(answer.status).toBe(200);
  });
});
