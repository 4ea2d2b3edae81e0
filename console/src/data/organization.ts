import type { Me } from '../queries/session.ts';

/** An organization in which a person has signed in with this browser; operators have an empty id. */
export type Known = { id: string; name: string };

const NAME = 'oriki.organizations';
/** The maximum number of organizations that the browser keeps. */
const MOST = 5;

function isKnown(one: unknown): one is Known {
  const { id, name } = Object(one) as Partial<Record<keyof Known, unknown>>;
  return typeof id === 'string' && typeof name === 'string';
}

/** Returns the organizations in which people have signed in with this browser, the last one first. */
export function knownOrganizations(): Known[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => isKnown(one)).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function keep(known: Known[]): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(known.slice(0, MOST)));
  } catch {
    // The browser stores nothing for this page.
  }
}

/**
 * Stores the organization in which a person has signed in. An operator who views an organization has signed in as an
 * operator.
 */
export function rememberOrganization({ viewing, organization }: Me): void {
  const own = viewing ? null : organization;
  const { id, name } = own ?? { id: '', name: '' };
  keep([{ id, name }, ...knownOrganizations().filter((one) => one.id !== id)]);
}

/** Returns a function that stores the known organizations again after the browser's data was cleared. */
export function holdOrganizations(): () => void {
  const known = knownOrganizations();
  return () => keep(known);
}

const PARAMETER = 'organization';

/** Returns the address at which people sign in to an organization. @param base the address of the console */
export function signInAddress(base: string, id: string): string {
  return `${base}/console/?${new URLSearchParams({ [PARAMETER]: id }).toString()}`;
}

/** Returns the id in the address at which people sign in, or the text if it is an id. */
export function organizationIn(text: string): string {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return trimmed;
  return new URL(trimmed).searchParams.get(PARAMETER) ?? '';
}
