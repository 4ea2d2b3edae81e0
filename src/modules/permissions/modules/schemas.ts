import { Type, type Static } from 'typebox';
import { PageOf, Strict, Timestamp } from '../../../platform/http/schema.ts';
import { definePattern } from '../../../platform/http/validate.ts';
import { Name, Prefix } from '../schemas.ts';

const MAX_ACTIONS = 200;

/** The schema of a module's code or an action's code. */
function code(description: string) {
  return Type.String({
    pattern: definePattern(
      '^[A-Z][A-Z0-9_]{0,31}$',
      'must consist of capital letters A to Z, digits and _, and begin with a letter',
    ),
    maxLength: 32,
    description,
  });
}

const Actions = Type.Array(code('Such as `REFUND`.'), {
  minItems: 1,
  maxItems: MAX_ACTIONS,
  uniqueItems: true,
  description: 'Actions of the module.',
});

export const CreateModule = Strict({
  code: code(
    'The name of the module in capabilities; never changes. Unique within the organization.',
  ),
  name: Name,
  actions: Actions,
});
export type CreateModule = Static<typeof CreateModule>;

export const UpdateModule = Strict({
  name: Type.Optional(Name),
  actions: Type.Optional(Actions),
});
export type UpdateModule = Static<typeof UpdateModule>;

export const Module = Type.Object(
  {
    id: Type.String({ description: 'Id of the module.' }),
    prefix: Prefix,
    code: Type.String(),
    name: Type.String(),
    actions: Type.Array(Type.String()),
    createdAt: Timestamp('When it was created, or first imported.'),
    updatedAt: Timestamp('When it last changed.'),
  },
  { title: 'PermissionModule' },
);
export type Module = Static<typeof Module>;
export const ModulePage = PageOf(Module);
