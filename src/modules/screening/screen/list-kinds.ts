import { DEFAULT_KINDS, type ListKind } from './schemas.ts';

/** Blocklists of the organization are always searched. */
export function withBlocklists(kinds: ListKind[] = DEFAULT_KINDS): ListKind[] {
  return [...new Set<ListKind>([...kinds, 'tenant_blocklist'])];
}

/** Tells whether lists of this kind are an organization's own. */
export function isOwn(kind: string): boolean {
  return kind === 'tenant_blocklist' || kind === 'tenant_allowlist';
}
