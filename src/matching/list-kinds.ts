/** The kinds of lists, and which of them a screening checks. */

export const TENANT_KINDS = ['tenant_blocklist', 'tenant_allowlist'] as const;

export const GLOBAL_KINDS = ['sanctions', 'pep', 'adverse_media', 'embargo'] as const;
export type GlobalKind = (typeof GLOBAL_KINDS)[number];

export const LIST_KINDS = [...GLOBAL_KINDS, ...TENANT_KINDS] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** The kinds of lists that a screening checks when the caller names none. */
export const DEFAULT_KINDS: Exclude<ListKind, 'embargo' | 'tenant_allowlist'>[] = [
  'sanctions',
  'pep',
  'adverse_media',
  'tenant_blocklist',
];

/** Fields of a question that name places, which are compared with lists of the kind `embargo`. */
export const PLACE_FIELDS = ['country', 'nationality', 'birthPlace', 'addresses'] as const;
export type PlaceField = (typeof PLACE_FIELDS)[number];

/** Blocklists of the organization are always searched. */
export function withBlocklists(kinds: ListKind[] = DEFAULT_KINDS): ListKind[] {
  return [...new Set<ListKind>([...kinds, 'tenant_blocklist'])];
}

/** Kinds of lists that a screening opens: places under an embargo, too, unless the caller has named kinds. */
export function openedKinds(kinds: ListKind[] | undefined): ListKind[] {
  return kinds ? withBlocklists(kinds) : [...withBlocklists(), 'embargo'];
}

/** Tells whether lists of this kind are an organization's own. */
export function isOwn(kind: string): boolean {
  return kind === 'tenant_blocklist' || kind === 'tenant_allowlist';
}
