/** The page that opens links. A link's secret is in the fragment, so no server and no log sees it. */
export const LINK_PAGE = '/console/session/link';

/** The URL that signs a browser in with a code. */
export function codeUrl(origin: string, code: string): string {
  return `${origin}${LINK_PAGE}#code=${code}`;
}

/** The URL that accepts an invitation. */
export function invitationUrl(origin: string, token: string): string {
  return `${origin}${LINK_PAGE}#invitation=${token}`;
}
