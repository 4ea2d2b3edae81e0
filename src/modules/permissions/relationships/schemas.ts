import { Type, type Static } from 'typebox';
import {
  Nullable,
  pageQuery,
  PAGE_CAP,
  PageOf,
  Strict,
  Timestamp,
} from '../../../platform/http/schema.ts';
import { definePattern } from '../../../platform/http/validate.ts';
import { entity, NewEnd, newEntity, NewSubject, Subject } from '../schemas.ts';

export const Relation = Type.String({
  maxLength: 64,
  pattern: definePattern(
    '^[A-Za-z][A-Za-z0-9_-]*$',
    'must consist of letters A to Z, digits, _ and -, and begin with a letter',
  ),
  description:
    'Such as `owner`. A `member` also acts as the object; a relation to the `parent` also applies to the object.',
});
const WHAT = 'The object: a resource such as `invoices/42`, or a subject such as a group.';
const ObjectName = entity(WHAT);

const NewRelationship = { subject: NewSubject, relation: Relation, object: newEntity(WHAT) };

/** A relationship that a check assumes. */
export const AssumedRelationship = Strict(NewRelationship);

export const CreateRelationship = Strict({ ...NewRelationship, expiresAt: NewEnd });
export type CreateRelationship = Static<typeof CreateRelationship>;

export const RelationshipQuery = Type.Object({
  subject: Type.Optional(Subject),
  relation: Type.Optional(Relation),
  object: Type.Optional(ObjectName),
  ...pageQuery(PAGE_CAP),
});
export type RelationshipQuery = Static<typeof RelationshipQuery>;

export const Relationship = Type.Object(
  {
    id: Type.String({ description: 'Id of the relationship.' }),
    subject: Type.String(),
    relation: Type.String(),
    object: Type.String(),
    createdAt: Timestamp('When it was created.'),
    expiresAt: Type.Optional(
      Nullable(
        Timestamp('When it ends; null for never. Relationships that have ended are deleted soon.'),
      ),
    ),
  },
  { title: 'PermissionRelationship' },
);
export type Relationship = Static<typeof Relationship>;
export const RelationshipPage = PageOf(Relationship);
