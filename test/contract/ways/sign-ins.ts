/** Sign-ins at an identity provider, for ways that include one. */
import { Browser, CLIENT, IdentityProvider } from '../../support/identity-provider.ts';
import { ask, data, type World } from './actors.ts';

let persons = 0;

/** An identity provider, and an organization's issuer that lets its people sign in there. */
export class SignIns {
  readonly world: World;
  readonly provider: IdentityProvider;
  issuerId = '';

  private constructor(world: World, provider: IdentityProvider) {
    this.world = world;
    this.provider = provider;
  }

  /** @param settings of the issuer */
  static async at(world: World, settings: object): Promise<SignIns> {
    const signIns = new SignIns(world, await new IdentityProvider().listen());
    signIns.issuerId = await signIns.connect(settings);
    return signIns;
  }

  body(settings: object): object {
    const { issuer } = this.provider;
    return { name: 'Staff', issuer, ...CLIENT, skipCheck: true, ...settings };
  }

  async connect(settings: object): Promise<string> {
    const body = this.body(settings);
    const made = await data(ask(this.world, this.world.org, 'POST', '/sign-in/issuers', body), 201);
    await this.provider.register(made);
    return made.id;
  }

  /** Restores settings, as an admin. */
  async reset(settings: object): Promise<void> {
    await data(
      ask(this.world, { key: this.world.org.key }, 'PATCH', `/sign-in/issuers/${this.issuerId}`, {
        ...CLIENT,
        skipCheck: true,
        ...settings,
      }),
      200,
    );
  }

  /** The next, new person of the provider. */
  next(more: object = {}): string {
    const sub = `walker-${++persons}`;
    this.provider.account = {
      sub,
      name: sub,
      email: `${sub}@example.com`,
      email_verified: true,
      groups: [],
      ...more,
    };
    return sub;
  }

  /** Signs the next person in. @returns the token of the session, if there is one */
  async signIn(issuerId = this.issuerId): Promise<string | undefined> {
    const { app, org } = this.world;
    const query = new URLSearchParams({
      organization: org.id,
      issuer: issuerId,
      returnTo: '/livez',
    });
    const browser = new Browser();
    await browser.visit(`${app.url}/console/session/sign-in?${query}`);
    return browser.cookies(app.url).get('oriki-session');
  }

  /**
   * Accepts an invitation as the next person. Calls the given function once the sign-in has begun.
   * @returns the token of the session, if there is one
   */
  async accept(
    token: string,
    browser = new Browser(),
    meanwhile?: () => Promise<unknown>,
  ): Promise<string | undefined> {
    const { app } = this.world;
    const cookies = browser.cookies(app.url);
    const response = await fetch(`${app.url}/console/session/invitation`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: app.url,
        'sec-fetch-site': 'same-origin',
        'x-oriki-console': '1',
      },
      body: JSON.stringify({ token, issuer: this.issuerId }),
    });
    if (response.status !== 200) return undefined;
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    const { data: begun } = (await response.json()) as { data: { url: string } };
    await meanwhile?.();
    await browser.visit(begun.url);
    return cookies.get('oriki-session');
  }

  close(): Promise<void> {
    return this.provider.close();
  }
}

/** The settings of an app in which people sign in at a provider of this machine. */
export const SIGN_IN_APP = { outboundAllow: ['127.0.0.0/8'] };

/** Counts the members of an organization with a role, assigned or by a group. */
export async function membersWith({ app, org }: World, role: string): Promise<number> {
  const { body } = await app.call('GET', `/api/v1/members?limit=1&role=${role}`, { key: org.key });
  return body.data.total as number;
}
