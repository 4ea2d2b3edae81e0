/** A real OpenID Connect provider in this process, with faults that tests can set, and a browser. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Interaction = {
  prompt: { name: string };
  session?: { accountId: string };
  params: { client_id: string };
};

type Client = { backchannelLogout: (sub: string, sid: string) => Promise<void> };

type Provider = {
  callback: () => (request: IncomingMessage, response: ServerResponse) => void;
  interactionDetails: (request: IncomingMessage, response: ServerResponse) => Promise<Interaction>;
  interactionFinished: (
    request: IncomingMessage,
    response: ServerResponse,
    result: object,
    options: object,
  ) => Promise<void>;
  Grant: new (of: { accountId: string; clientId: string }) => {
    addOIDCScope: (scope: string) => void;
    save: () => Promise<string>;
  };
  Client: { find: (id: string) => Promise<Client> };
};

export type Account = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[] | object;
};

type Handler = (request: IncomingMessage, response: ServerResponse) => boolean;

export const CLIENT = { clientId: 'oriki', clientSecret: 'a secret of the provider' };

function signingKey(kid: string): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
}

let keys = 0;

export class IdentityProvider {
  readonly server: Server;
  /** The next person who signs in. */
  account: Account = { sub: 'nobody' };
  /** The authentication context of the next sign-in. */
  acr: string | undefined;
  denies = false;
  /** True to return all claims except `sub` only at the userinfo endpoint. */
  hasClaimsAtUserinfo = false;
  /** True to return groups only for the scope `groups`. */
  hasGroupsScope = false;
  /** The only accepted method of client authentication. */
  method: 'client_secret_post' | 'client_secret_basic' | 'private_key_jwt' = 'client_secret_post';
  /** The client's public key, for the method that uses one. */
  clientKey: object | undefined;
  /** Answers a request instead of the provider if it returns true. */
  intercept: Handler | undefined;
  idTokenSeconds = 3600;
  /** All issued tokens, in order. */
  readonly idTokens: string[] = [];
  /** The bodies of all logout requests, in order. */
  readonly logouts: string[] = [];
  #provider: Provider | undefined;
  #clients: { redirectUri: string; logoutUri?: string }[] = [];
  #key = signingKey(`key-${++keys}`);

  constructor() {
    this.server = createServer((request, response) => void this.#serve(request, response));
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    await this.rebuild();
    return this;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Allows a client to send browsers here. */
  async register(client: { redirectUri: string; logoutUri?: string }): Promise<void> {
    this.#clients.push(client);
    await this.rebuild();
  }

  /** Signs tokens with a new key from now on, and no longer publishes the old one. */
  async rotateKeys(): Promise<void> {
    this.#key = signingKey(`key-${++keys}`);
    await this.rebuild();
  }

  async rebuild(): Promise<void> {
    // The package has no types.
    const name = 'oidc-provider';
    const { default: Made } = (await import(name)) as {
      default: new (issuer: string, configuration: object) => Provider;
    };
    const logoutUri = this.#clients.find((client) => client.logoutUri)?.logoutUri;
    this.#provider = new Made(this.issuer, {
      clients: [
        {
          client_id: CLIENT.clientId,
          ...(this.clientKey
            ? { jwks: { keys: [this.clientKey] } }
            : { client_secret: CLIENT.clientSecret }),
          redirect_uris:
            this.#clients.length === 0
              ? ['https://nobody.example.com']
              : this.#clients.map(({ redirectUri }) => redirectUri),
          // Without a key, the client needs no authentication.
          token_endpoint_auth_method:
            this.method === 'private_key_jwt' && !this.clientKey ? 'none' : this.method,
          require_auth_time: true,
          ...(logoutUri && {
            backchannel_logout_uri: logoutUri,
            backchannel_logout_session_required: true,
          }),
        },
      ],
      jwks: { keys: [this.#key] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', ...(this.hasGroupsScope ? [] : ['groups'])],
        ...(this.hasGroupsScope && { groups: ['groups'] }),
      },
      clientAuthMethods: [this.method, 'none'],
      scopes: ['openid', ...(this.hasGroupsScope ? ['groups'] : [])],
      conformIdTokenClaims: this.hasClaimsAtUserinfo,
      acrValues: ['urn:example:mfa'],
      cookies: { keys: ['a key of cookies for tests'] },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
      },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      ttl: { IdToken: () => this.idTokenSeconds, Session: 3600, Grant: 3600, Interaction: 600 },
      findAccount: (_: unknown, sub: string) => ({
        accountId: sub,
        claims: async () => ({ ...this.account, sub }),
      }),
      fetch: (url: string, options: { body?: unknown }) => {
        if (url.includes('/console/session/logout/')) this.logouts.push(String(options.body));
        return fetch(url, { ...options, dispatcher: undefined } as never);
      },
    });
  }

  /** Notifies Oriki that a person has signed out here. */
  async logout(sub: string, sid: string): Promise<void> {
    const client = await this.#provider!.Client.find(CLIENT.clientId);
    await client.backchannelLogout(sub, sid);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.intercept?.(request, response)) return;
    const provider = this.#provider!;
    if (request.url === '/token') this.#listen(response);
    if (!request.url!.startsWith('/interaction/')) return provider.callback()(request, response);
    const { prompt, session, params } = await provider.interactionDetails(request, response);
    let result: object;
    if (this.denies) result = { error: 'access_denied', error_description: 'not you' };
    else if (prompt.name === 'login')
      result = { login: { accountId: this.account.sub, ...(this.acr && { acr: this.acr }) } };
    else {
      const grant = new provider.Grant({
        accountId: session!.accountId,
        clientId: params.client_id,
      });
      grant.addOIDCScope('openid email profile groups');
      result = { consent: { grantId: await grant.save() } };
    }
    await provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: true,
    });
  }

  #listen(response: ServerResponse): void {
    const { end } = response;
    response.end = ((...given: unknown[]) => {
      const { id_token: token } = JSON.parse(String(given[0])) as { id_token?: string };
      if (token) this.idTokens.push(token);
      return end.apply(response, given as never);
    }) as typeof end;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

export type Visit = { url: string; status: number; text: string; headers: Headers };

/** A browser that keeps cookies by origin and follows redirects. */
export class Browser {
  readonly #jar = new Map<string, Map<string, string>>();
  /** Every requested address, in order. */
  readonly history: string[] = [];

  cookies(origin: string): Map<string, string> {
    let own = this.#jar.get(origin);
    if (!own) this.#jar.set(origin, (own = new Map()));
    return own;
  }

  async get(url: string, headers: Record<string, string> = {}): Promise<Visit> {
    const { origin } = new URL(url);
    const own = this.cookies(origin);
    const cookie = [...own].map(([name, value]) => `${name}=${value}`).join('; ');
    this.history.push(url);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { ...(cookie && { cookie }), ...headers },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const at = pair.indexOf('=');
      const isGone = attributes.some((one) =>
        /^\s*(max-age=0|expires=Thu, 01 Jan 1970)/i.test(one),
      );
      if (isGone) own.delete(pair.slice(0, at));
      else own.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const { status } = response;
    return { url, status, text: await response.text(), headers: response.headers };
  }

  /** Follows redirects until `until` returns true for one. */
  async visit(url: string, until: (next: string) => boolean = () => false): Promise<Visit> {
    let seen = await this.get(url);
    for (let i = 0; i < 20; i++) {
      const location = seen.headers.get('location');
      if (location === null || seen.status < 300 || seen.status >= 400) return seen;
      const next = new URL(location, seen.url).href;
      if (until(next)) return { ...seen, url: next };
      seen = await this.get(next);
    }
    throw new Error('too many redirects');
  }
}
