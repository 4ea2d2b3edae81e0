/** The service's description of its SCIM support (RFC 7643 sections 5 to 7). */
import { GROUP_SCHEMA, USER_SCHEMA, type Value } from './attributes.ts';
import { PAGE_SIZE } from './filter.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

type Options = Partial<{
  type: string;
  required: boolean;
  caseExact: boolean;
  mutability: string;
  returned: string;
  uniqueness: string;
  multiValued: boolean;
  canonicalValues: string[];
  referenceTypes: string[];
  subAttributes: Value[];
}>;

function attribute(name: string, description: string, options: Options = {}): Value {
  const { type = 'string', ...others } = options;
  const isText = type === 'string' || type === 'reference';
  return {
    name,
    type,
    multiValued: false,
    description,
    required: false,
    ...(isText && { caseExact: false }),
    mutability: 'readWrite',
    returned: 'default',
    ...(isText && { uniqueness: 'none' }),
    ...others,
  };
}

const READ_ONLY = { mutability: 'readOnly' };

function userAttributes(): Value[] {
  return [
    attribute('userName', 'Name of the person at the provider.', {
      required: true,
      uniqueness: 'server',
    }),
    attribute(
      'externalId',
      "Value of the claim that names the person at a sign-in (the issuer's `subjectClaim`).",
      { required: true, caseExact: true, mutability: 'immutable', uniqueness: 'server' },
    ),
    attribute('name', 'Parts of the name.', {
      type: 'complex',
      subAttributes: [
        attribute('formatted', 'The full name.'),
        attribute('familyName', 'Family name.'),
        attribute('givenName', 'Given name.'),
        attribute('middleName', 'Middle names.'),
        attribute('honorificPrefix', 'Title before the name.'),
        attribute('honorificSuffix', 'Title behind the name.'),
      ],
    }),
    attribute('displayName', 'Name that people see.'),
    attribute('nickName', 'Casual name.'),
    attribute('title', 'Title in the company.'),
    attribute('userType', 'Relation to the company.'),
    attribute('preferredLanguage', 'Preferred language.'),
    attribute('locale', 'Locale.'),
    attribute('timezone', 'Time zone.'),
    attribute('active', 'False ends the membership.', { type: 'boolean', required: true }),
    attribute('emails', 'E-mail addresses. They do not identify the person.', {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        attribute('value', 'Address.'),
        attribute('display', 'Name of the address.'),
        attribute('type', 'Kind of address.', { canonicalValues: ['work', 'home', 'other'] }),
        attribute('primary', 'True for the one to use.', { type: 'boolean' }),
      ],
    }),
    attribute('groups', 'Groups of the person.', {
      type: 'complex',
      multiValued: true,
      ...READ_ONLY,
      subAttributes: [
        attribute('value', 'Id of the group.', READ_ONLY),
        attribute('$ref', 'Address of the group.', {
          type: 'reference',
          referenceTypes: ['Group'],
          ...READ_ONLY,
        }),
        attribute('display', 'Name of the group.', READ_ONLY),
        attribute('type', 'How the person belongs to it.', {
          canonicalValues: ['direct'],
          ...READ_ONLY,
        }),
      ],
    }),
  ];
}

function groupAttributes(): Value[] {
  return [
    attribute('displayName', "Name of the group, as the issuer's `groupRoles` spell it.", {
      required: true,
      caseExact: true,
      uniqueness: 'server',
    }),
    attribute('externalId', 'Id of the group at the provider.', { caseExact: true }),
    attribute('members', 'People in the group.', {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        attribute('value', 'Id of the person.', { mutability: 'immutable' }),
        attribute('$ref', 'Address of the person.', {
          type: 'reference',
          referenceTypes: ['User'],
          mutability: 'immutable',
        }),
        attribute('type', 'Always `User`.', { canonicalValues: ['User'], mutability: 'immutable' }),
      ],
    }),
  ];
}

export function schemas(base: string): Value[] {
  const schema = (id: string, name: string, description: string, attributes: Value[]): Value => ({
    schemas: [`${CORE}:Schema`],
    id,
    name,
    description,
    attributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  });
  return [
    schema(USER_SCHEMA, 'User', 'A person.', userAttributes()),
    schema(GROUP_SCHEMA, 'Group', 'A group of people.', groupAttributes()),
  ];
}

export function resourceTypes(base: string): Value[] {
  const type = (id: string, endpoint: string, schema: string): Value => ({
    schemas: [`${CORE}:ResourceType`],
    id,
    name: id,
    endpoint,
    schema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  });
  return [type('User', '/Users', USER_SCHEMA), type('Group', '/Groups', GROUP_SCHEMA)];
}

export function configuration(base: string): Value {
  return {
    schemas: [`${CORE}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: PAGE_SIZE },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'API key',
        description: 'A key with the scope scim:manage as a bearer token',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}
