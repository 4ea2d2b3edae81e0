import { Type, type Static } from 'typebox';
import { MapOf, Strict, StringEnum } from '../../../../platform/http/schema.ts';
import { ENTITY_TYPES } from '../../facts/listed.ts';

const MOST_PATHS = 20;

const path = Type.String({ minLength: 1, maxLength: 200 });
const paths = Type.Array(path, { minItems: 1, maxItems: MOST_PATHS });
const type = StringEnum('MappedType', ENTITY_TYPES);

/**
 * The file that says where a list has what. A path is the name of a column, or names of elements, attributes and members
 * with a slash between them; what stands there several times is several values.
 */
export const Mapping = Strict({
  format: StringEnum('MappedFormat', ['csv', 'json-lines', 'xml']),
  delimiter: Type.Optional(StringEnum('MappedDelimiter', [',', ';'])),
  root: Type.Optional(path),
  entry: Type.Optional(path),
  separator: Type.Optional(Type.String({ minLength: 1, maxLength: 5 })),
  type: Type.Optional(type),
  types: Type.Optional(MapOf(type)),
  fields: Strict({
    id: Type.Optional(path),
    name: paths,
    type: Type.Optional(path),
    aliases: Type.Optional(paths),
    weakAliases: Type.Optional(paths),
    dobs: Type.Optional(paths),
    countries: Type.Optional(paths),
    programs: Type.Optional(paths),
    gender: Type.Optional(path),
    birthPlaces: Type.Optional(paths),
    addresses: Type.Optional(paths),
    identifiers: Type.Optional(MapOf(paths)),
  }),
});
export type Mapping = Static<typeof Mapping>;
