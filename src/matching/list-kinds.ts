/** The kinds of lists, and those that a screening checks. */

export const TENANT_KINDS = ['tenant_blocklist', 'tenant_allowlist'] as const;

export const GLOBAL_KINDS = ['sanctions', 'pep', 'adverse_media', 'embargo'] as const;
export type GlobalKind = (typeof GLOBAL_KINDS)[number];

export const LIST_KINDS = [...GLOBAL_KINDS, ...TENANT_KINDS] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** Kinds of lists that a screening checks if the caller names none. */
export const DEFAULT_KINDS: Exclude<ListKind, 'embargo' | 'tenant_allowlist'>[] = [
  'sanctions',
  'pep',
  'adverse_media',
  'tenant_blocklist',
];

/** Fields of a query that name places. Screenings compare them with lists of the kind `embargo`. */
export const PLACE_FIELDS = ['country', 'nationality', 'birthPlace', 'addresses'] as const;
export type PlaceField = (typeof PLACE_FIELDS)[number];

/** Screenings always search blocklists of the organization. */
export function withBlocklists(kinds: ListKind[] = DEFAULT_KINDS): ListKind[] {
  return [...new Set<ListKind>([...kinds, 'tenant_blocklist'])];
}

/**
 * Returns the kinds of lists that a screening reads. Unless the caller names kinds, it also reads places under an
 * embargo.
 */
export function openedKinds(kinds: ListKind[] | undefined): ListKind[] {
  return kinds ? withBlocklists(kinds) : [...withBlocklists(), 'embargo'];
}

/** Returns true if lists of this kind belong to an organization. */
export function isOwn(kind: string): boolean {
  return kind === 'tenant_blocklist' || kind === 'tenant_allowlist';
}
