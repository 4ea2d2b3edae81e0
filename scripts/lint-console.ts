import { operations } from '../clients/typescript/src/generated/operations.ts';
import type { Context, Node } from './lint-rules.ts';

/** Operations that a person can undo with another button. */
const REVERSIBLE = new Set(['cases.release']);
const FINAL = /^(?:cancel|delete|discard|reject|remove|revoke)/;

/** The operations that cannot be undone, such as `webhooks.delete`. */
const FINAL_CALLS = new Set(
  Object.entries(operations).flatMap(([group, rows]) =>
    Object.entries(rows)
      .filter(([name, { method }]) => method === 'DELETE' || FINAL.test(name))
      .map(([name]) => `${group}.${name}`)
      .filter((call) => !REVERSIBLE.has(call)),
  ),
);

/** Returns the operation of `api.webhooks.delete`, or of the same on another client; undefined for other expressions. */
function operationOf(node: Node): string | undefined {
  const { object, property } = node as unknown as { object: Node; property: Node };
  if (object.type !== 'MemberExpression') return undefined;
  return `${((object['property'] as Node)['name'] as string) ?? ''}.${(property['name'] as string) ?? ''}`;
}

/**
 * Enforces one way to read and to change data in the console. Only data/change.ts calls `useMutation`, and only
 * queries/ defines queries. A change that cannot be undone is the `run` of a question. No component has a variable
 * outside it.
 */
export const consoleData = {
  create(context: Context & { filename: string }) {
    const path = context.filename.replaceAll('\\', '/');
    let questions = 0;
    const inQuestion = (by: number) => (node: Node) => {
      if ((node['name'] as Node)['name'] === 'run') questions += by;
    };
    return {
      JSXAttribute: inQuestion(1),
      'JSXAttribute:exit': inQuestion(-1),
      CallExpression(node: Node) {
        const name = (node['callee'] as Node)['name'];
        if (name === 'useMutation' && !path.endsWith('/data/change.ts'))
          context.report({ node, message: 'Send a change by `useChange`, or after `Confirm`.' });
      },
      MemberExpression(node: Node) {
        const operation = operationOf(node);
        if (questions === 0 && operation !== undefined && FINAL_CALLS.has(operation))
          context.report({
            node,
            message: `\`${operation}\` cannot be undone: call it in the \`run\` of a \`Confirm\`.`,
          });
      },
      Property(node: Node) {
        const isRead = (node['key'] as Node)['name'] === 'queryFn';
        if (isRead && !/\/src\/(?:queries|data)\//.test(path))
          context.report({ node, message: 'Define the query in console/src/queries/.' });
      },
      Program(program: Node) {
        if (!path.endsWith('.tsx')) return;
        for (const each of program['body'] as Node[])
          if (each.type === 'VariableDeclaration' && each['kind'] !== 'const')
            context.report({
              node: each,
              message:
                'Keep state in a hook, such as `useKept`, and not in a variable of the file.',
            });
      },
    };
  },
};
