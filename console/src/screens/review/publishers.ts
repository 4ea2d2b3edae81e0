/** Addresses of a publisher's page about one entry, by the beginning of the list's source. `{id}` is the publisher's id. */
const PAGES: Readonly<Record<string, string>> = {
  'ofac:': 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id={id}',
  // These publishers have no page for one entry, so the link goes to the page of the list.
  'eu:':
    'https://data.europa.eu/data/datasets/consolidated-list-of-persons-groups-and-entities-subject-to-eu-financial-sanctions',
  'un:': 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
  'uk:': 'https://www.gov.uk/government/publications/the-uk-sanctions-list',
};

/** Returns the address of the publisher's page about an entry; undefined for an unknown publisher. */
export function publisherPage(source: string, id: string | null): string | undefined {
  const prefix = Object.keys(PAGES).find((one) => source.startsWith(one));
  if (prefix === undefined) return undefined;
  const page = PAGES[prefix]!;
  if (!page.includes('{id}')) return page;
  return id !== null && /^\d+$/.test(id) ? page.replace('{id}', id) : undefined;
}

/** Names of columns in which publishers write the day of a listing, without case and separators. */
const LISTED_ON = /^(?:listedon|datelisted|datedesignated|dateofdesignation|listingdate)$/;

/** Returns the day since which the publisher lists an entry, as the publisher writes it; undefined if it does not. */
export function listedSince(raw: unknown): string | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  for (const [name, value] of Object.entries(raw))
    if (
      LISTED_ON.test(name.replaceAll(/[^A-Za-z]/g, '').toLowerCase()) &&
      typeof value === 'string'
    )
      return value;
  return undefined;
}
