import * as openid from 'openid-client';
import { signingKey, type ClientKey } from './providers/client-key.ts';

/** The default of a provider whose metadata list none (OpenID Connect Discovery 1.0 section 3). */
const DEFAULT_METHODS = ['client_secret_basic'];

/** The methods of client authentication at the token endpoint. */
type Method = 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none';

/** Oriki's credentials at a provider. Without any, Oriki sends only its client id. */
export type Credentials = { clientSecret: string | undefined; clientKey: ClientKey | undefined };

/**
 * Returns a method that the provider supports and for which there are credentials: the key, else the secret in the
 * body, else the secret in the header `Authorization`.
 * @returns also whether the provider's metadata list the method; a client without credentials needs none
 */
export function methodOf(
  { token_endpoint_auth_methods_supported: named }: openid.ServerMetadata,
  { clientSecret, clientKey }: Credentials,
): { method: Method; isNamed: boolean } {
  const methods: readonly unknown[] = Array.isArray(named) ? named : DEFAULT_METHODS;
  if (clientKey && methods.includes('private_key_jwt'))
    return { method: 'private_key_jwt', isNamed: true };
  if (clientSecret === undefined)
    return clientKey
      ? { method: 'private_key_jwt', isNamed: false }
      : { method: 'none', isNamed: true };
  if (methods.includes('client_secret_post'))
    return { method: 'client_secret_post', isNamed: true };
  return { method: 'client_secret_basic', isNamed: methods.includes('client_secret_basic') };
}

async function assertionsBy(clientKey: ClientKey): Promise<openid.ClientAuth> {
  return openid.PrivateKeyJwt(await signingKey(clientKey), {
    [openid.modifyAssertion]: (header) => {
      // The name by which providers know it.
      if (header['alg'] === 'Ed25519') header['alg'] = 'EdDSA';
    },
  });
}

/** Returns the client authentication by the provider's metadata. */
export async function authenticationBy(credentials: Credentials): Promise<openid.ClientAuth> {
  const { clientSecret, clientKey } = credentials;
  const ways: Partial<Record<Method, openid.ClientAuth>> = {
    ...(clientSecret !== undefined && {
      client_secret_basic: openid.ClientSecretBasic(clientSecret),
      client_secret_post: openid.ClientSecretPost(clientSecret),
    }),
    ...(clientKey && { private_key_jwt: await assertionsBy(clientKey) }),
    none: openid.None(),
  };
  return (metadata, ...request) =>
    ways[methodOf(metadata, credentials).method]!(metadata, ...request);
}
