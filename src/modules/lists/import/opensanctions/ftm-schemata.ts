/**
 * The FollowTheMoney model (https://followthemoney.tech), limited to the parts that lists use: the schemata of things
 * with a name, and their properties.
 */
import type { EntityType } from '../types.ts';

/**
 * Entity types by schema. A LegalEntity is "a person or a company" in the model. The schemata that are missing here
 * describe other things (Address, Sanction, Ownership, Family, Passport, ...).
 */
export const ENTITY_TYPES: ReadonlyMap<string, EntityType> = new Map([
  ['Person', 'person'],
  ['LegalEntity', 'unknown'],
  ['Organization', 'organization'],
  ['Company', 'organization'],
  ['PublicBody', 'organization'],
  ['Vessel', 'vessel'],
  ['Airplane', 'aircraft'],
  ['Vehicle', 'unknown'],
  ['Security', 'unknown'],
  ['CryptoWallet', 'unknown'],
]);

/** Keys of identifiers by property, named as in the other formats. */
export const IDENTIFIER_KEYS: readonly (readonly [string, string])[] = [
  ['passportNumber', 'passport'],
  ['idNumber', 'national_id'],
  ['socialSecurityNumber', 'ssn'],
  ['taxNumber', 'tax_id'],
  ['vatCode', 'vat'],
  ['innCode', 'inn'],
  ['ogrnCode', 'ogrn'],
  ['okpoCode', 'okpo'],
  ['registrationNumber', 'registration'],
  ['licenseNumber', 'license'],
  ['uscCode', 'unified_social_credit_code'],
  ['leiCode', 'lei'],
  ['dunsCode', 'duns'],
  ['uniqueEntityId', 'uei'],
  ['npiCode', 'npi'],
  ['cikCode', 'cik'],
  ['isinCode', 'isin'],
  ['isin', 'isin'],
  ['swiftBic', 'swift_bic'],
  ['imoNumber', 'imo'],
  ['mmsi', 'mmsi'],
  ['callSign', 'call_sign'],
  ['icaoCode', 'aircraft_icao'],
  ['serialNumber', 'aircraft_serial_number'],
  ['publicKey', 'crypto_address'],
  ['wikidataId', 'wikidata'],
];

/**
 * For each schema of documents and wallets that belong to another entity: the property with the number, and the key of
 * the number.
 */
export const NESTED_IDENTIFIERS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['Passport', ['number', 'passport']],
  ['Identification', ['number', 'other']],
  ['CryptoWallet', ['publicKey', 'crypto_address']],
]);

/** Properties of countries, most informative first. An entity gets those of the first that has any. */
export const COUNTRY_PROPERTIES: readonly (readonly string[])[] = [
  ['nationality', 'citizenship'],
  ['jurisdiction', 'mainCountry', 'flag', 'country'],
];

/**
 * Labels of properties that lead to a linking record, such as an ownership. A property whose name is a word needs no
 * label.
 */
export const RELATIONS: ReadonlyMap<string, string> = new Map([
  ['ownershipOwner', 'Assets and shares'],
  ['ownershipAsset', 'Owners'],
  ['directorshipDirector', 'Directorships'],
  ['directorshipOrganization', 'Directors'],
  ['membershipMember', 'Memberships'],
  ['membershipOrganization', 'Members'],
  ['agencyClient', 'Clients'],
  ['agentRepresentation', 'Agents'],
  ['familyPerson', 'Family members'],
  ['familyRelative', 'Relatives'],
  ['unknownLinkTo', 'Other links'],
  ['unknownLinkFrom', 'Other links'],
]);
