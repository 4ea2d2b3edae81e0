/** The kinds of lists, and which of them a screening checks. */

export const TENANT_KINDS = ['tenant_blocklist', 'tenant_allowlist'] as const;

export const GLOBAL_KINDS = ['sanctions', 'pep', 'adverse_media'] as const;
export type GlobalKind = (typeof GLOBAL_KINDS)[number];

export const LIST_KINDS = [...GLOBAL_KINDS, ...TENANT_KINDS] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** The kinds of lists that a screening checks when the caller names none. */
export const DEFAULT_KINDS: ListKind[] = [...GLOBAL_KINDS, 'tenant_blocklist'];

/** Blocklists of the organization are always searched. */
export function withBlocklists(kinds: ListKind[] = DEFAULT_KINDS): ListKind[] {
  return [...new Set<ListKind>([...kinds, 'tenant_blocklist'])];
}

/** Tells whether lists of this kind are an organization's own. */
export function isOwn(kind: string): boolean {
  return kind === 'tenant_blocklist' || kind === 'tenant_allowlist';
}
