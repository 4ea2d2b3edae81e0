/**
 * The names of keys at external services. Settings use them, and envelopes use them after the service's name:
 * `aws:arn:aws:kms:…:key/…`, `gcp:projects/…/cryptoKeys/…`, `vault:<mount>/<name>`.
 */

export type ExternalKms = 'aws' | 'gcp' | 'vault';
export type ExternalKeyId = `${ExternalKms}:${string}`;

export function isExternalKms(text: string): text is ExternalKms {
  return text === 'aws' || text === 'gcp' || text === 'vault';
}

/** Matches one part of a path, but not `..`, because names become a part of the requested address. */
const SEGMENT = '\\w[\\w.-]*';
const NAMES: Record<ExternalKms, { pattern: RegExp; form: string }> = {
  aws: {
    // Excludes aliases: an alias may later name another key, and then no envelope under it would open.
    pattern: /^(arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/)?[A-Za-z0-9-]{1,64}$/,
    form: 'the ARN or id of a key, not an alias',
  },
  gcp: {
    pattern: new RegExp(
      `^projects/[a-z][a-z0-9.:-]*/locations/${SEGMENT}/keyRings/${SEGMENT}/cryptoKeys/${SEGMENT}$`,
    ),
    form: 'projects/P/locations/L/keyRings/R/cryptoKeys/K',
  },
  vault: {
    pattern: new RegExp(`^(${SEGMENT}/)+${SEGMENT}$`),
    form: 'the name of a transit key, with its mount before it unless that is "transit"',
  },
};
/** The maximum length of a name in an envelope: docs/envelope-format.md. */
const MAX_NAME_LENGTH = 255;

/** Returns the form of a key's name, in words for the operator. */
export function nameForm(kms: ExternalKms): string {
  return NAMES[kms].form;
}

/** @returns undefined if the service cannot have a key with that name */
export function externalKeyId(kms: ExternalKms, name: string): ExternalKeyId | undefined {
  const full = kms === 'vault' && !name.includes('/') ? `transit/${name}` : name;
  const fits = full.length <= MAX_NAME_LENGTH && NAMES[kms].pattern.test(full);
  return fits ? `${kms}:${full}` : undefined;
}

/** Reads `<service>:<name>`. */
export function parseExternalKeyId(text: string): ExternalKeyId | undefined {
  const { kms, name } = partsOf(text);
  return isExternalKms(kms) ? externalKeyId(kms, name) : undefined;
}

export function partsOf(keyId: ExternalKeyId): { kms: ExternalKms; name: string };
export function partsOf(text: string): { kms: string; name: string };
export function partsOf(text: string): { kms: string; name: string } {
  const colon = text.indexOf(':');
  return { kms: text.slice(0, colon), name: text.slice(colon + 1) };
}
