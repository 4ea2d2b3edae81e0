import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { clock } from '../../clock.ts';
import { parseJson } from '../../json.ts';
import type { OutboundClient } from '../../outbound/client.ts';
import { sendRequest, KmsError, KmsSetupError, type KmsRequest } from './remote-kms.ts';

/**
 * The address of the metadata server. It is link-local, never a name, and only reachable from Google's virtual
 * machines.
 */
export const METADATA_ADDRESS = '169.254.169.254';

const METADATA_URL = `http://${METADATA_ADDRESS}/computeMetadata/v1/instance/service-accounts/default/token`;
const SCOPE = 'https://www.googleapis.com/auth/cloudkms';
const SERVICE = 'the token server of Google Cloud';
/** Google's maximum, in seconds. */
const LIFETIME_S = 3600;
/** A token is replaced this long before it expires. The metadata server replaces it even earlier. */
const MARGIN_MS = 60_000;

type ServiceAccount = { email: string; keyId: string; key: KeyObject; tokenUrl: string };

/** @throws KmsSetupError, which never quotes the file */
async function readServiceAccount(path: string): Promise<ServiceAccount> {
  try {
    const file = parseJson(await readFile(path, 'utf8')) as Record<string, unknown>;
    const { client_email, private_key_id, private_key, token_uri } = file;
    if (file.type !== 'service_account' || typeof private_key !== 'string') throw new Error();
    const key = createPrivateKey(private_key);
    if (key.asymmetricKeyType !== 'rsa') throw new Error();
    const tokenUrl = String(token_uri);
    return { email: String(client_email), keyId: String(private_key_id), key, tokenUrl };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).syscall && (error as NodeJS.ErrnoException).code;
    throw new KmsSetupError(
      code
        ? `ORIKI_GCP_CREDENTIALS_FILE cannot be read (${code})`
        : 'ORIKI_GCP_CREDENTIALS_FILE is not the JSON key of a service account',
    );
  }
}

/** Returns the address at which a service account gets tokens. @throws KmsSetupError */
export async function tokenUrlOf(path: string): Promise<string> {
  return (await readServiceAccount(path)).tokenUrl;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Returns the assertion of RFC 7523, as in developers.google.com/identity/protocols/oauth2/service-account. */
function assertionOf({ email, keyId, key, tokenUrl }: ServiceAccount, nowMs: number): string {
  const iat = Math.floor(nowMs / 1000);
  const claims = { iss: email, scope: SCOPE, aud: tokenUrl, iat, exp: iat + LIFETIME_S };
  const text = `${encode({ alg: 'RS256', typ: 'JWT', kid: keyId })}.${encode(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
}

function tokenRequest(account: ServiceAccount | undefined): KmsRequest {
  if (!account)
    return { method: 'GET', url: METADATA_URL, headers: { 'metadata-flavor': 'Google' } };
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: assertionOf(account, clock.nowMs()),
  });
  return {
    method: 'POST',
    url: account.tokenUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  };
}

/**
 * Access tokens of a service account or of the virtual machine. Requests one at a time, and caches it while it is
 * valid.
 */
export class GcpTokens {
  readonly #client: OutboundClient;
  readonly #account: ServiceAccount | undefined;
  #token: Promise<string> | undefined;
  /** The time at which to replace the token; infinite during a request for one. */
  #untilMs = Infinity;

  private constructor(client: OutboundClient, account: ServiceAccount | undefined) {
    this.#client = client;
    this.#account = account;
  }

  /**
   * @param file the JSON key of a service account; without it, the metadata server provides tokens. @throws
   * KmsSetupError
   */
  static async open(client: OutboundClient, file: string | undefined): Promise<GcpTokens> {
    return new GcpTokens(client, file === undefined ? undefined : await readServiceAccount(file));
  }

  /** @throws KmsError */
  async token(): Promise<string> {
    if (clock.monotonicMs() >= this.#untilMs) this.forget();
    const running = (this.#token ??= this.#renew());
    try {
      return await running;
    } catch (error) {
      if (this.#token === running) this.forget();
      throw error;
    }
  }

  /** Call this after a token was rejected, so that the next call requests a new one. */
  forget(): void {
    this.#token = undefined;
  }

  async #renew(): Promise<string> {
    this.#untilMs = Infinity;
    const { status, answer } = await sendRequest(
      this.#client,
      SERVICE,
      tokenRequest(this.#account),
    );
    const { access_token, expires_in } = answer;
    if (status !== 200) throw new KmsError(`${SERVICE} answered ${status}`);
    if (typeof access_token !== 'string' || typeof expires_in !== 'number')
      throw new KmsError(`${SERVICE} answered without a token`);
    this.#untilMs = clock.monotonicMs() + expires_in * 1000 - MARGIN_MS;
    return access_token;
  }
}
