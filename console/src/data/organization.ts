const NAME = 'oriki.organization';

/** Returns the id of the organization in which a person last signed in with this browser; empty for operators. */
export function lastOrganization(): string {
  try {
    return localStorage.getItem(NAME) ?? '';
  } catch {
    return '';
  }
}

/** Remembers the organization for the next sign-in; an operator's sign-in forgets it. */
export function rememberOrganization(id: string): void {
  try {
    if (id === '') localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, id);
  } catch {
    // The browser keeps nothing for this page.
  }
}
