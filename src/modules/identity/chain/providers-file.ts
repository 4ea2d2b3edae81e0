import { dirname, resolve } from 'node:path';
import {
  fits,
  OperatorFileError,
  parseYaml,
  readText,
  type Report,
} from '../../../platform/operator-file.ts';
import type { AddressRules } from '../../../platform/outbound/address.ts';
import { checkTarget } from '../../../platform/outbound/target.ts';
import { AdapterSetupError, type Adapter, type AdapterDefinition } from '../providers/adapter.ts';
import { ADAPTERS } from '../providers/registry.ts';
import { sandbox } from '../providers/sandbox.ts';
import type { ProvidersConfig } from './chain.ts';
import { chainsOf, everyChain } from './chains-entry.ts';
import { chainsEntry, providerEntry, topLevel, type ProviderEntry } from './file-schema.ts';
import type { ProviderConfig } from './provider.ts';

const LABEL = /^[a-z0-9][a-z0-9-]{0,63}$/;
const DEFAULTS = { timeoutMs: 5000, retries: 1, onNotFound: 'stop' } as const;
const DEFAULT_BREAKER = { failures: 5, openMs: 30_000 };

/** All problems of a providers' file. The message quotes only labels, because a secret may be in place of a name. */
export class ProvidersFileError extends OperatorFileError {
  constructor(path: string, problems: readonly string[]) {
    super('providers file', path, problems);
    this.name = 'ProvidersFileError';
  }
}

type Context = {
  report: Report;
  environment: (name: string) => string | undefined;
  rules: AddressRules;
  /** The base of relative paths. */
  folder: string;
};

/**
 * Reads the providers' file and the credentials that it refers to. Without a path the sandbox is in every chain.
 * @param environment returns the value of an environment variable
 * @param rules the addresses that base URLs may have
 * @throws ProvidersFileError with every problem
 */
export async function loadProviders(
  path: string | undefined,
  environment: (name: string) => string | undefined,
  rules: AddressRules,
): Promise<ProvidersConfig> {
  if (path === undefined) return sandboxOnly();
  const problems: string[] = [];
  const report: Report = (at, message) => void problems.push(`${at}: ${message}`);
  const context = { report, environment, rules, folder: dirname(path) };
  const config = await readConfig(path, context);
  if (problems.length > 0) throw new ProvidersFileError(path, problems);
  return config!;
}

/** The sandbox in every chain. */
export function sandboxOnly(): ProvidersConfig {
  const label = 'provider-1';
  const adapter = sandbox.create({});
  const { timeoutMs, retries, onNotFound } = DEFAULTS;
  const common = {
    sandbox: true,
    timeoutMs,
    retries,
    onNotFound,
    baseUrl: undefined,
    breaker: undefined,
  };
  return { providers: [{ label, adapter, ...common }], chains: everyChain(label, adapter) };
}

/** Undefined if there are problems; otherwise without the invalid parts. */
async function readConfig(path: string, context: Context): Promise<ProvidersConfig | undefined> {
  const value = parseYaml(await readText(path, 'file', context.report), context.report);
  if (value === undefined || !fits(topLevel, value, '', context.report)) return undefined;

  const providers: ProviderConfig[] = [];
  const labels = new Map<string, ProviderConfig | undefined>();
  for (const [i, entry] of value.providers.entries()) {
    const at = `providers[${i}]`;
    const provider = fits(providerEntry, entry, at, context.report)
      ? await readProvider(entry, at, context)
      : undefined;
    if (provider) providers.push(provider);
    // Chains also know a provider with mistakes, so its absence is not reported again.
    const label = (entry as Partial<ProviderEntry> | null)?.label;
    if (typeof label !== 'string') continue;
    if (labels.has(label)) context.report(`${at}.label`, 'is also the label of another provider');
    labels.set(label, provider);
  }
  if (!fits(chainsEntry, value.chains, 'chains', context.report)) return undefined;
  const chains = chainsOf(value.chains, labels, context.report);
  for (const [kind, countries] of chains)
    for (const [country, chain] of countries) {
      const invented = chain.filter((label) => labels.get(label)?.sandbox);
      if (invented.length > 0 && invented.length < chain.length)
        context.report(
          `chains.${kind}`,
          `must not mix the sandbox with real providers (${country})`,
        );
    }
  return { providers, chains };
}

/** Returns undefined if problems leave no usable provider. */
async function readProvider(
  entry: ProviderEntry,
  at: string,
  context: Context,
): Promise<ProviderConfig | undefined> {
  const { report } = context;
  checkLabel(entry.label, `${at}.label`, report);
  const definition = ADAPTERS.get(entry.adapter);
  if (!definition) {
    report(`${at}.adapter`, `must be one of ${[...ADAPTERS.keys()].join(', ')}`);
    return undefined;
  }
  const credentials = await readCredentials(entry, definition, `${at}.credentials`, context);
  for (const name of Object.keys(entry.settings ?? {}))
    if (!definition.settings?.includes(name))
      report(
        `${at}.settings.${name}`,
        `is not a setting of the adapter; its settings: ${definition.settings?.join(', ') ?? 'none'}`,
      );
  if (entry.baseUrl !== undefined)
    checkBaseUrl(entry.baseUrl, definition, `${at}.baseUrl`, context);
  const adapter = createAdapter(definition, credentials, entry.settings ?? {}, at, report);
  // A provider that runs in this process, or is invented, needs no breaker.
  const breaks = entry.breaker !== undefined || definition.defaultBaseUrl !== undefined;
  const { timeoutMs, retries, onNotFound } = { ...DEFAULTS, ...entry };
  return (
    adapter && {
      label: entry.label,
      adapter,
      sandbox: definition === sandbox,
      baseUrl: entry.baseUrl ?? definition.defaultBaseUrl,
      timeoutMs,
      retries,
      breaker: breaks ? { ...DEFAULT_BREAKER, ...entry.breaker } : undefined,
      onNotFound,
      consent: entry.consent,
    }
  );
}

function createAdapter(
  definition: AdapterDefinition,
  credentials: Record<string, string>,
  settings: Record<string, string>,
  at: string,
  report: Report,
): Adapter | undefined {
  try {
    return definition.create(credentials, settings);
  } catch (error) {
    if (!(error instanceof AdapterSetupError)) throw error;
    report(at, error.message);
    return undefined;
  }
}

function checkLabel(label: string, at: string, report: Report): void {
  if (!LABEL.test(label))
    report(at, 'must be 1 to 64 lower-case letters, digits and hyphens, not a hyphen first');
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const named = [...ADAPTERS.keys()].find((name) => plain(label).includes(plain(name)));
  if (named !== undefined) report(at, `must not contain "${named}", because tenants see it`);
}

function checkBaseUrl(text: string, definition: AdapterDefinition, at: string, context: Context) {
  const { report, rules } = context;
  if (definition.defaultBaseUrl === undefined)
    return report(at, 'must be left out: the adapter sends no requests');
  const { url, problem } = checkTarget(text, rules);
  if (problem !== undefined) return report(at, problem);
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text))
    report(at, 'must have neither a query nor a fragment');
}

/** Contains an empty text for each credential with a problem. */
async function readCredentials(
  { credentials = {} }: ProviderEntry,
  definition: AdapterDefinition,
  at: string,
  context: Context,
): Promise<Record<string, string>> {
  const { report, environment, folder } = context;
  const needed = definition.credentials;
  for (const name of Object.keys(credentials))
    if (!needed.includes(name))
      report(
        `${at}.${name}`,
        `is not a credential of the adapter; it needs ${needed.join(', ') || 'none'}`,
      );
  const values: Record<string, string> = {};
  for (const name of needed) {
    values[name] = '';
    const source = Object.hasOwn(credentials, name) ? credentials[name] : undefined;
    if (!source) {
      report(`${at}.${name}`, 'is required');
      continue;
    }
    const value =
      source.file === undefined
        ? environment(source.env!)
        : await readText(resolve(folder, source.file), `${at}.${name}`, report);
    const text = value?.trim() ?? '';
    if (value === undefined && source.file === undefined)
      report(`${at}.${name}`, 'names an environment variable that is not set');
    else if (value !== undefined && text === '') report(`${at}.${name}`, 'is empty');
    else if (!/^[\x20-\x7e]*$/.test(text))
      report(`${at}.${name}`, 'must be one line of printable ASCII characters');
    else values[name] = text;
  }
  return values;
}
