import * as openid from 'openid-client';

/** OpenID Connect Discovery 1.0 section 3: of a provider whose metadata name none. */
const DEFAULT_METHOD = 'client_secret_basic';

/**
 * Sends the secret in the way that the provider's metadata name: in the body if they name that, else in the header
 * `Authorization`.
 */
export function authenticationBy(secret: string): openid.ClientAuth {
  const [inBody, inHeader] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)];
  return (metadata, ...request) => {
    const methods: unknown = metadata.token_endpoint_auth_methods_supported ?? [DEFAULT_METHOD];
    const takesBody = Array.isArray(methods) && methods.includes('client_secret_post');
    (takesBody ? inBody : inHeader)(metadata, ...request);
  };
}
