/** The page of links. What a link holds is in its fragment, which no server and no log sees. */
export const LINK_PAGE = '/console/session/link';

/** The address at which a browser is signed in by a code. */
export function codeUrl(origin: string, code: string): string {
  return `${origin}${LINK_PAGE}#code=${code}`;
}

/** The address at which an invitation is accepted. */
export function invitationUrl(origin: string, token: string): string {
  return `${origin}${LINK_PAGE}#invitation=${token}`;
}
