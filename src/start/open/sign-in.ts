import { ConfigError, environmentValue, type Config } from '../../config/config.ts';
import {
  loadIssuers,
  Providers,
  SignIn,
  signInMetrics,
  type Issuer,
  type ProfileBox,
} from '../../modules/people/index.ts';
import { OperatorFileError } from '../../platform/operator-file.ts';
import { AddressRules } from '../../platform/outbound/address.ts';
import { checkTarget, hostOf } from '../../platform/outbound/target.ts';
import type { AppParts } from '../app.ts';
import { StartError } from '../start-error.ts';

/** Returns the services of sign-ins, and the function that closes their connections. */
export function openSignIn(
  parts: Pick<
    AppParts,
    'buckets' | 'egress' | 'envelopes' | 'metrics' | 'operatorIssuers' | 'secret'
  >,
  profiles: ProfileBox,
  times: { idleSeconds: number; absoluteSeconds: number },
) {
  const { buckets, egress, envelopes, metrics, operatorIssuers, secret } = parts;
  const hosts = operatorIssuers.map(({ issuer }) => hostOf(new URL(issuer)));
  const outbound = egress.client('sign_in', hosts);
  const providers = new Providers(outbound);
  const { shared } = buckets;
  const signIn = new SignIn({
    shared,
    secret,
    profiles,
    times,
    envelopes,
    providers,
    operatorIssuers,
  });
  return {
    services: { providers, signIn, signIns: signInMetrics(metrics.registry) },
    close: () => outbound.close(),
  };
}

/**
 * Reads the file of identity providers. Needs no database, so mistakes are reported before one is opened.
 * @throws StartError
 */
export async function readIssuers(config: Config): Promise<Issuer[]> {
  const rules = new AddressRules(config.outboundAllow);
  const targetProblem = (url: string) => checkTarget(url, rules).problem;
  return loadIssuers(config.signInFile, environmentValue, targetProblem).catch((error: unknown) => {
    throw error instanceof OperatorFileError
      ? new StartError(error.message, ConfigError.exitCode, error)
      : error;
  });
}
