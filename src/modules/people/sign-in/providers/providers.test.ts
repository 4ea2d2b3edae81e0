import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../../test/support/test-app.ts';
import { type Answer } from '../../../../../test/support/app.ts';
import {
  Browser,
  CLIENT,
  IdentityProvider,
} from '../../../../../test/support/identity-provider.ts';
import { methodOf } from '../client-authentication.ts';
import { assertSupported } from './discover.ts';

const app = testApp({ rateLimits: undefined, outboundAllow: ['127.0.0.0/8'] });
const providers: IdentityProvider[] = [];

afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

const ISSUERS = '/api/v1/sign-in/issuers';
type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Answers with valid metadata in which these members differ. */
function saying(provider: IdentityProvider, more: object): Intercept {
  return ({ url }, response) => {
    if (!url!.startsWith('/.well-known/')) return false;
    const { issuer } = provider;
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      ...more,
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));
    return true;
  };
}

async function provided(properties: Partial<IdentityProvider> = {}): Promise<IdentityProvider> {
  const provider = Object.assign(await new IdentityProvider().listen(), properties);
  await provider.rebuild();
  providers.push(provider);
  return provider;
}

function save(key: string, provider: IdentityProvider, more: object = {}): Promise<Answer> {
  const body = { name: 'Example SSO', issuer: provider.issuer, ...CLIENT, ...more };
  return app.call('POST', ISSUERS, { key, body });
}

async function issuersOf(key: string): Promise<number> {
  return (await app.call('GET', ISSUERS, { key })).body.data.total;
}

describe('an issuer that is saved', () => {
  test.each<[string, number, (provider: IdentityProvider) => Intercept]>([
    ['unreachable', 503, () => (_, response) => !!response.writeHead(502).end('busy')],
    ['unreachable', 503, () => (request) => !!request.socket.destroy()],
    ['not_metadata', 400, () => (_, response) => !!response.writeHead(404).end('no')],
    ['not_metadata', 400, (provider) => saying(provider, { token_endpoint: 'javascript:x' })],
    ['issuer_mismatch', 400, (provider) => saying(provider, { issuer: `${provider.issuer}/` })],
    [
      'unsupported',
      400,
      (provider) => saying(provider, { response_types_supported: ['id_token'] }),
    ],
    [
      'unsupported',
      400,
      (provider) =>
        saying(provider, { token_endpoint_auth_methods_supported: ['tls_client_auth'] }),
    ],
    [
      'unsupported',
      400,
      (provider) => saying(provider, { id_token_signing_alg_values_supported: ['HS256'] }),
    ],
  ])('is rejected as %s with %i, and is not stored', async (reason, status, intercept) => {
    const provider = await provided();
    provider.intercept = intercept(provider);
    const { key } = await app.org();
    const answer = await save(key, provider);
    expect([answer.status, answer.body.error.details[0].path]).toEqual([status, 'issuer']);
    expect(answer.body.error.details[0].message).toMatch(new RegExp(`^${reason}: `));
    expect(await issuersOf(key)).toBe(0);
    expect((await save(key, provider, { skipCheck: true })).status).toBe(201);
    expect(await issuersOf(key)).toBe(1);
  });

  test('is fetched again only if the change concerns the provider', async () => {
    const provider = await provided();
    const { key } = await app.org();
    const { id } = (await save(key, provider)).body.data;
    provider.intercept = (_, response) => !!response.writeHead(500).end();
    const change = async (body: object) =>
      (await app.call('PATCH', `${ISSUERS}/${id}`, { key, body })).status;
    expect(await change({ name: 'Other', requireAuthTime: false })).toBe(200);
    expect(await change({})).toBe(200);
    expect(await change({ clientId: 'other' })).toBe(503);
    expect(await change({ clientSecret: 'other' })).toBe(503);
    expect(await change({ clientId: 'other', skipCheck: true })).toBe(200);
  });

  test.each(['email', 'preferred_username', 'UPN'])(
    'cannot identify people by a claim that can be given to another person: %s',
    async (subjectClaim) => {
      const { key } = await app.org();
      const answer = await save(key, await provided(), { subjectClaim });
      expect([answer.status, answer.body.error.details[0].path]).toEqual([400, 'subjectClaim']);
    },
  );
});

/** Metadata of these providers as published in 2026, limited to the parts that sign-ins use. */
const RECORDED: [string, object, string, string][] = [
  [
    'Keycloak',
    {
      token_endpoint_auth_methods_supported: [
        'private_key_jwt',
        'client_secret_basic',
        'client_secret_post',
        'tls_client_auth',
        'client_secret_jwt',
      ],
      response_types_supported: ['code', 'none', 'id_token', 'code id_token'],
      code_challenge_methods_supported: ['plain', 'S256'],
      id_token_signing_alg_values_supported: ['PS384', 'RS384', 'EdDSA', 'ES384', 'HS256', 'RS256'],
    },
    'client_secret_post',
    'private_key_jwt',
  ],
  [
    'Entra',
    {
      token_endpoint_auth_methods_supported: [
        'client_secret_post',
        'private_key_jwt',
        'client_secret_basic',
        'self_signed_tls_client_auth',
      ],
      response_types_supported: ['code', 'id_token', 'code id_token', 'id_token token'],
      id_token_signing_alg_values_supported: ['RS256'],
    },
    'client_secret_post',
    'private_key_jwt',
  ],
  [
    'Okta',
    {
      token_endpoint_auth_methods_supported: [
        'client_secret_basic',
        'client_secret_post',
        'client_secret_jwt',
        'private_key_jwt',
        'none',
      ],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['RS256'],
    },
    'client_secret_post',
    'private_key_jwt',
  ],
  [
    'Google',
    {
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      response_types_supported: ['code', 'token', 'id_token', 'code token', 'none'],
      code_challenge_methods_supported: ['plain', 'S256'],
      id_token_signing_alg_values_supported: ['RS256'],
    },
    'client_secret_post',
    'unsupported',
  ],
  [
    'Zitadel',
    {
      token_endpoint_auth_methods_supported: [
        'none',
        'client_secret_basic',
        'client_secret_post',
        'private_key_jwt',
      ],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['EdDSA', 'RS256', 'RS384', 'ES256'],
    },
    'client_secret_post',
    'private_key_jwt',
  ],
  [
    'Authelia',
    {
      token_endpoint_auth_methods_supported: [
        'client_secret_basic',
        'client_secret_post',
        'client_secret_jwt',
        'private_key_jwt',
        'none',
      ],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['RS256', 'none'],
    },
    'client_secret_post',
    'private_key_jwt',
  ],
  [
    'Dex',
    {
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256', 'plain'],
      id_token_signing_alg_values_supported: ['RS256'],
    },
    'client_secret_post',
    'unsupported',
  ],
  ['a provider that names no method', {}, 'client_secret_basic', 'unsupported'],
];

describe('the way to authenticate', () => {
  test.each(RECORDED)('is chosen by its metadata at %s', (_, metadata, bySecret, byKey) => {
    const known = metadata as never;
    const outcome = (clientSecret: string | undefined, clientKey: object | undefined): string => {
      const credentials = { clientSecret, clientKey: clientKey as never };
      try {
        assertSupported({ issuer: 'x', ...credentials } as never, known);
      } catch {
        return 'unsupported';
      }
      return methodOf(known, credentials).method;
    };
    expect(outcome('secret', undefined)).toBe(bySecret);
    expect(outcome(undefined, {})).toBe(byKey);
    // With both credentials, the key is used if the provider supports it.
    expect(outcome('secret', {})).toBe(byKey === 'unsupported' ? bySecret : byKey);
  });
});

describe('a key of Oriki at a provider', () => {
  const PEM = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'pem',
    type: 'sec1',
  }) as string;
  const JWK = JSON.stringify({
    ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
    kid: 'mine',
    alg: 'PS256',
  });
  test.each([
    ['that is made here', 'generate', 'RS256'],
    ['that is given as PEM', PEM, 'ES256'],
    ['that is given as JWK', JWK, 'PS256'],
  ])('%s signs people in', async (_, clientKey, alg) => {
    const provider = await provided({ method: 'private_key_jwt' });
    const { id: orgId, key } = await app.org();
    const groupRoles = { staff: ['analyst'] };
    const made = await save(key, provider, {
      clientSecret: null,
      clientKey,
      groupsClaim: 'groups',
      groupRoles,
    });
    expect(made.status, made.text).toBe(201);
    const { publicKey, hasClientSecret } = made.body.data;
    expect([publicKey.alg, publicKey.use, hasClientSecret]).toEqual([alg, 'sig', false]);
    for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi'])
      expect(publicKey).not.toHaveProperty(secret);
    provider.clientKey = publicKey;
    provider.account = { sub: 'ada', groups: ['staff'] };
    await provider.register(made.body.data);
    const checked = await app.call('POST', `${ISSUERS}/${made.body.data.id}/check`, { key });
    expect(checked.body.data.ok, checked.text).toBe(true);
    const browser = new Browser();
    const query = new URLSearchParams({
      organization: orgId,
      issuer: made.body.data.id,
      returnTo: '/livez',
    });
    const seen = await browser.visit(`${app.url}/console/session/sign-in?${query}`);
    expect([seen.url, seen.status], seen.text).toEqual([`${app.url}/livez`, 200]);
  });

  test.each([
    ['no key', 'nonsense'],
    ['a public key', JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43) })],
    [
      'a short key',
      generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({
        format: 'pem',
        type: 'pkcs8',
      }) as string,
    ],
  ])('is rejected if it is %s', async (_, clientKey) => {
    const { key } = await app.org();
    const answer = await save(key, await provided(), { clientKey });
    expect([answer.status, answer.body.error.details[0].path]).toEqual([400, 'clientKey']);
  });

  test('is stored sealed, and deleted with null', async () => {
    const provider = await provided();
    const { key, id: orgId } = await app.org();
    const { id } = (await save(key, provider, { clientKey: 'generate' })).body.data;
    const { rows } = await app.db.pool.query(
      'SELECT client_key FROM sign_in_issuers WHERE org_id = $1',
      [orgId],
    );
    expect(rows[0].client_key).toMatch(/^[^|]+\|[^|]+\|[^|]+\|[^|]+\|[^|]+$/);
    const body = { clientKey: null };
    const gone = await app.call('PATCH', `${ISSUERS}/${id}`, { key, body });
    expect(gone.body.data).toMatchObject({ publicKey: null, hasClientSecret: true });
  });
});

describe('the check of an issuer', () => {
  const check = async (key: string, id: string) =>
    (await app.call('POST', `${ISSUERS}/${id}/check`, { key })).body.data;

  test('shows each step at a valid provider', async () => {
    const provider = await provided();
    const { key } = await app.org();
    const made = await save(key, provider, { groupsClaim: 'groups' });
    await provider.register(made.body.data);
    const { ok, steps } = await check(key, made.body.data.id);
    expect(ok).toBe(true);
    expect(steps.map(({ step, status }: Record<string, string>) => `${step} ${status}`)).toEqual([
      'discovery ok',
      'keys ok',
      'authentication ok',
      'client ok',
      'scopes ok',
      'groups ok',
      'flow ok',
    ]);
  });

  test('shows which secret the provider rejects, and which scope it does not list', async () => {
    const provider = await provided();
    const { key } = await app.org();
    const more = { clientSecret: 'another one', scopes: ['unheard-of'] };
    const { id } = (await save(key, provider, more)).body.data;
    const { ok, steps } = await check(key, id);
    expect([ok, steps[3].reason, steps[4].status]).toEqual([false, 'client_refused', 'warning']);
    expect(JSON.stringify(steps)).not.toContain('another one');
  });

  test('ends at a provider that does not answer, and is allowed for readers', async () => {
    const provider = await provided();
    const { key, id: orgId } = await app.org();
    const { id } = (await save(key, provider)).body.data;
    await provider.close();
    const { session } = await app.person(orgId, ['auditor']);
    const answer = await app.call('POST', `${ISSUERS}/${id}/check`, { session });
    expect(answer.status, answer.text).toBe(200);
    const { ok, steps } = answer.body.data;
    expect([ok, steps[0].reason, steps[1].status]).toEqual([false, 'unreachable', 'skipped']);
    const stranger = await app.org();
    const foreign = await app.call('POST', `${ISSUERS}/${id}/check`, { key: stranger.key });
    expect(foreign.status).toBe(404);
  });
});
