import type { Report } from '../../../platform/operator-file.ts';
import { IDENTIFIER_KINDS, KINDS, type Kind } from '../kinds/schemas.ts';
import { countriesOf } from '../kinds/catalogue.ts';
import type { Adapter } from '../providers/adapter.ts';
import type { ProvidersConfig } from './chain.ts';
import type { ChainsEntry } from './file-schema.ts';
import type { ProviderConfig } from './provider.ts';

type Chains = ProvidersConfig['chains'];

const FACE_KINDS = ['liveness', 'face_match'] as const;

/** Face chains cover all countries with number chains. */
const ALL_COUNTRIES = [...new Set(IDENTIFIER_KINDS.flatMap((kind) => countriesOf(kind)))];

/** One provider for everything that its adapter answers. */
export function everyChain(label: string, adapter: Adapter): Chains {
  return new Map(
    KINDS.map((kind) => [
      kind,
      new Map((adapter[kind]?.countries ?? []).map((country) => [country, [label]])),
    ]),
  );
}

/**
 * Checks the chains in the file against the providers.
 * @param providers by label; undefined for a provider whose own mistakes are already reported
 */
export function chainsOf(
  entry: ChainsEntry,
  providers: ReadonlyMap<string, ProviderConfig | undefined>,
  report: Report,
): Chains {
  const chains = new Map<Kind, Map<string, string[]>>();
  const used = new Set<string>();

  const check = (kind: Kind, labels: readonly string[], at: string, country?: string): void => {
    for (const [i, label] of labels.entries()) {
      used.add(label);
      const place = `${at}[${i}]`;
      const countries = providers.get(label)?.adapter[kind]?.countries;
      if (!providers.has(label)) report(place, 'is not the label of a provider');
      else if (labels.indexOf(label) < i) report(place, 'is already in this chain');
      else if (providers.get(label) && !countries)
        report(place, `its adapter does not support ${kind}`);
      else if (countries && country !== undefined && !countries.includes(country))
        report(place, `its adapter supports ${kind} only for ${countries.join(', ')}`);
    }
  };

  for (const kind of IDENTIFIER_KINDS) {
    const byCountry = Object.entries(entry[kind] ?? {});
    for (const [country, labels] of byCountry) {
      const at = `chains.${kind}.${country}`;
      const known = countriesOf(kind);
      if (!known.includes(country)) report(at, `must be one of ${known.join(', ')}`);
      check(kind, labels, at, known.includes(country) ? country : undefined);
    }
    chains.set(kind, new Map(byCountry));
  }
  for (const kind of FACE_KINDS) {
    const labels = entry[kind];
    if (!labels) continue;
    check(kind, labels, `chains.${kind}`);
    const answering = (country: string): string[] =>
      labels.filter((label) => providers.get(label)?.adapter[kind]?.countries.includes(country));
    const all = ALL_COUNTRIES.map((country) => [country, answering(country)] as const);
    // An empty list keeps every country, so calls wait for providers. Otherwise a country without a provider has no
    // chain.
    chains.set(kind, new Map(all.filter(([, own]) => labels.length === 0 || own.length > 0)));
  }
  for (const label of providers.keys())
    if (!used.has(label)) report('chains', `provider "${label}" is in no chain`);
  return chains;
}
