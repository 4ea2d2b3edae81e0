/**
 * Publishers of lists that Oriki reads, with their usual addresses. The addresses were not tested, and publishers move
 * their files. Oriki fetches nothing from them unless an operator requests it.
 */
type Publisher = {
  /** The usual source of a list imported from it. */
  source: string;
  name: string;
  kind: 'sanctions' | 'pep';
  format: string;
  /** Null if the publisher has no file of this format at a fixed address. */
  url: string | null;
  aliasesUrl: string | null;
  addressesUrl: string | null;
  commentsUrl: string | null;
};

const OFAC = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports';
const OPENSANCTIONS = 'https://data.opensanctions.org/datasets/latest';

function sanctions(source: string, name: string, format: string, url: string | null): Publisher {
  const more = { aliasesUrl: null, addressesUrl: null, commentsUrl: null };
  return { source, name, kind: 'sanctions', format, url, ...more };
}

/** The csv files of OFAC. */
function ofac(source: string, name: string, files: [string, string, string, string]): Publisher {
  const [url, aliasesUrl, addressesUrl, commentsUrl] = files.map((file) => `${OFAC}/${file}`);
  return {
    ...sanctions(source, name, 'ofac-csv', url ?? null),
    aliasesUrl: aliasesUrl ?? null,
    addressesUrl: addressesUrl ?? null,
    commentsUrl: commentsUrl ?? null,
  };
}

/** By source. */
export const PUBLISHERS: readonly Publisher[] = [
  sanctions('au:dfat', 'Australia: DFAT consolidated list', 'dfat-csv', null),
  sanctions(
    'ca:sema',
    'Canada: consolidated autonomous sanctions',
    'sema-xml',
    'https://www.international.gc.ca/world-monde/assets/office_docs/international_relations-relations_internationales/sanctions/sema-lmes.xml',
  ),
  sanctions(
    'ch:seco',
    'Switzerland: SECO sanctions list',
    'seco-xml',
    'https://www.sesam.search.admin.ch/sesam-search-web/pages/downloadXmlGesamtliste.xhtml?lang=en&action=downloadXmlGesamtlisteAction',
  ),
  sanctions(
    'eu:fsf',
    'European Union: consolidated financial sanctions',
    'eu-csv',
    'https://webgate.ec.europa.eu/fsd/fsf/public/files/csvFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
  ),
  sanctions(
    'ng:nigsac',
    'Nigeria: Nigeria Sanctions List',
    'nigsac-html',
    'https://nigsac.gov.ng/IndSancList',
  ),
  ofac('ofac:consolidated', 'OFAC: consolidated list without SDN', [
    'CONS_PRIM.CSV',
    'CONS_ALT.CSV',
    'CONS_ADD.CSV',
    'CONS_COMMENTS.CSV',
  ]),
  sanctions(
    'ofac:consolidated-advanced',
    'OFAC: consolidated list without SDN, in one file',
    'ofac-xml',
    `${OFAC}/CONS_ADVANCED.XML`,
  ),
  ofac('ofac:sdn', 'OFAC: SDN list', ['SDN.CSV', 'ALT.CSV', 'ADD.CSV', 'SDN_COMMENTS.CSV']),
  sanctions(
    'ofac:sdn-advanced',
    'OFAC: SDN list, in one file',
    'ofac-xml',
    `${OFAC}/SDN_ADVANCED.XML`,
  ),
  {
    ...sanctions(
      'opensanctions:peps',
      'OpenSanctions: politically exposed persons',
      'ftm-json',
      `${OPENSANCTIONS}/peps/targets.nested.json`,
    ),
    kind: 'pep',
  },
  sanctions(
    'opensanctions:sanctions',
    'OpenSanctions: consolidated sanctions',
    'ftm-json',
    `${OPENSANCTIONS}/sanctions/targets.nested.json`,
  ),
  sanctions(
    'uk:sanctions',
    'UK Sanctions List',
    'uk-csv',
    'https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv',
  ),
  sanctions(
    'un:consolidated',
    'UN Security Council: consolidated list',
    'un-xml',
    'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
  ),
  sanctions(
    'us:csl',
    'United States: consolidated screening list',
    'csl-csv',
    'https://data.trade.gov/downloadable_consolidated_screening_list/v1/consolidated.csv',
  ),
  sanctions(
    'us:fincen-311',
    'FinCEN: special measures by sections 311 and 9714',
    'fincen-html',
    'https://www.fincen.gov/resources/statutes-and-regulations/311-and-9714-special-measures',
  ),
];
