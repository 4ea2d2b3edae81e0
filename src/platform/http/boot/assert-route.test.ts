import { Type, type TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import { assertRoute } from './assert-route.ts';
import type { PolicyServices } from '../register.ts';
import { routesOf, withExamples, type AnyRoute } from '../route.ts';
import { MapOf, Nullable, StringEnum } from '../schema.ts';

const SERVICES = {
  scopes: ['toys:manage'],
  planGates: {},
  rateLimiter: { knows: () => true },
} as unknown as PolicyServices;

function check(data: TSchema, more: Partial<AnyRoute> = {}): () => void {
  const method = more.method ?? 'POST';
  const policy = {
    scope: 'toys:manage',
    context: 'organization',
    rateLimit: 'none',
    idempotency: method !== 'GET',
  };
  const route = { method, path: '/toys', policy, data, audit: { action: 'toy.create' }, ...more };
  return () => assertRoute(route as unknown as AnyRoute, SERVICES);
}
const REFUSED = /must declare who gets a replay of it/;

describe('a route whose answer has a secret', () => {
  test.each([
    ['token', Type.Object({ token: Type.String() })],
    ['an optional code', Type.Object({ code: Type.Optional(Type.String()) })],
    ['apiKey', Type.Object({ apiKey: Type.String() })],
    ['client_secret', Type.Object({ client_secret: Type.String() })],
    ['secretText', Type.Object({ secretText: Type.String() })],
    ['recoveryCodes', Type.Object({ recoveryCodes: Type.Array(Type.String()) })],
    ['a password that may be null', Type.Object({ password: Nullable(Type.String()) })],
    ['a choice of texts', Type.Object({ key: Type.Union([Type.String(), Type.Null()]) })],
    ['a member of a list', Type.Object({ items: Type.Array(Type.Object({ key: Type.String() })) })],
    ['a member of a map', Type.Object({ byName: MapOf(Type.Object({ key: Type.String() })) })],
    [
      'a member of a choice',
      Type.Union([Type.Object({ id: Type.String() }), Type.Object({ token: Type.String() })]),
    ],
  ])('is rejected at boot unless it declares who gets a replay: %s', (_, data) => {
    expect(check(data)).toThrow(REFUSED);
    expect(check(data, { replay: 'actor' })).not.toThrow();
    expect(check(data, { replay: 'scope' })).not.toThrow();
  });

  test('needs no declaration where no answer is recorded', () => {
    expect(check(Type.Object({ token: Type.String() }), { method: 'GET' })).not.toThrow();
  });
});

describe('a name that mentions a secret but does not contain it', () => {
  test.each([
    ['apiKeyId', Type.String()],
    ['keyPrefix', Type.String()],
    ['keyHint', Type.String()],
    ['previousSecretExpiresAt', Type.String()],
    ['hasClientSecret', Type.Boolean()],
    ['statusCode', Type.Integer()],
    ['tokenKind', StringEnum('TokenKind', ['a'])],
    ['monkey', Type.String()],
    ['encoded', Type.String()],
    ['reasonCode', Type.String()],
  ])('needs no declaration: %s', (name, schema) => {
    expect(check(Type.Object({ [name]: schema }))).not.toThrow();
  });
});

describe('a declared route', () => {
  const declared = routesOf<{ scopes: {}; rateLimits: {}; plans: {} }>();
  const toys = { operationId: 'listToys', path: '/toys' } as unknown as Parameters<
    typeof declared
  >[0];

  test('answers 200 unless it names another status', () => {
    expect(declared(toys).status).toBe(200);
    expect(declared({ ...toys, status: 201 }).status).toBe(201);
  });

  test('takes the example of its operation, and must have one', () => {
    const [route] = withExamples({ listToys: { data: [] } }, [declared(toys)]);
    expect(route!.example).toEqual({ data: [] });
    expect(() => withExamples({ getToy: { data: {} } }, [declared(toys)])).toThrow(
      'no example of listToys',
    );
  });
});
