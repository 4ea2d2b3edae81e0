/**
 * The project's own rules for oxlint, which loads this file as a plugin. They enforce one style for the top level of
 * files, and comments that begin with the nature or action of a thing.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consoleData } from './lint-console.ts';
import { testTitles } from './lint-titles.ts';
import { plainTexts, plainWords } from './lint-words.ts';

/** A node of the syntax tree (ESTree) with the fields that these rules read. */
export type Node = { type: string; [field: string]: unknown };
export type Context = {
  report: (problem: { node: Node; message: string }) => void;
  sourceCode: { getAllComments: () => (Node & { value: string })[] };
};

const CONSTANT = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;

/**
 * Returns true for a literal number, text or pattern, for values calculated from these, and for lists, objects, sets
 * and maps of them.
 */
function isLiteral(node: Node | null): boolean {
  if (node === null) return false;
  const all = (nodes: unknown): boolean => {
    const list = nodes as (Node | null)[];
    return list.length > 0 && list.every(isLiteral);
  };
  switch (node.type) {
    case 'Literal':
      return true;
    case 'Identifier':
      return CONSTANT.test(node['name'] as string);
    case 'TemplateLiteral':
      return (node['expressions'] as Node[]).every(isLiteral);
    case 'UnaryExpression':
      return isLiteral(node['argument'] as Node);
    case 'BinaryExpression':
      return isLiteral(node['left'] as Node) && isLiteral(node['right'] as Node);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return isLiteral(node['expression'] as Node);
    case 'SpreadElement':
      return isLiteral(node['argument'] as Node);
    case 'ArrayExpression':
      return all(node['elements']);
    case 'ObjectExpression':
      return all(node['properties']);
    case 'Property':
      return node['method'] !== true && isLiteral(node['value'] as Node);
    case 'NewExpression':
      return (
        ['Set', 'Map'].includes((node['callee'] as Node)['name'] as string) &&
        all(node['arguments'])
      );
    default:
      return false;
  }
}

function topLevelConstants(program: Node): Node[] {
  return (program['body'] as Node[])
    .map((node) =>
      node.type === 'ExportNamedDeclaration'
        ? ((node['declaration'] as Node | null) ?? node)
        : node,
    )
    .filter((node) => node.type === 'VariableDeclaration' && node['kind'] === 'const')
    .flatMap((node) => node['declarations'] as Node[])
    .filter((node) => (node['id'] as Node).type === 'Identifier');
}

const topLevelFunctions = {
  create(context: Context) {
    return {
      Program(program: Node) {
        for (const { id, init } of topLevelConstants(program) as unknown as {
          id: Node;
          init: Node;
        }[])
          if (init.type === 'ArrowFunctionExpression' && !id['typeAnnotation'])
            context.report({
              node: id,
              message: `Declare ${String(id['name'])} with "function", as every function at the top level.`,
            });
      },
    };
  },
};

const constantCase = {
  create(context: Context) {
    return {
      Program(program: Node) {
        for (const { id, init } of topLevelConstants(program) as unknown as {
          id: Node;
          init: Node;
        }[])
          if (isLiteral(init) && !CONSTANT.test(id['name'] as string))
            context.report({
              node: id,
              message: `Spell ${String(id['name'])} in capital letters: its value is in the source.`,
            });
      },
    };
  },
};

const NO_SUBJECT = /^[*\s]*(What|Whether|Of|How|Why|Which|So (?:long|many|few)|Longest)\s/;

const commentSubject = {
  create(context: Context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments())
          if (NO_SUBJECT.test(comment.value))
            context.report({
              node: comment,
              message: 'Begin with what it is, does or guarantees: subject, verb, object.',
            });
      },
    };
  },
};

/** Words after "Not" in docs/glossary.md, whose meaning has another word. */
const OTHER_WORDS: ReadonlySet<string> = new Set(
  readFileSync(join(import.meta.dirname, '../docs/glossary.md'), 'utf8')
    .matchAll(/^- \*\*.* _Not_: (.+)$/gm)
    .flatMap(([, words]) => words!.split(', '))
    .flatMap((word) => [word, `${word}s`]),
);

/**
 * Some of these words have another plain meaning, which a file may use (the head of a line, the cause of an Error, to
 * ask a provider). test/architecture/glossary.test.ts rejects them in exported names.
 */
const PLAIN_WORDS: ReadonlySet<string> = new Set(
  'ask batches cause head pass slots told wake watch'.split(' '),
);

/** Returns the words of a name: `HeldLanes` gives held, lanes. */
function wordsOf(name: string): string[] {
  return name
    .split(/_|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((word) => word.toLowerCase());
}

/**
 * Returns the identifiers that a pattern declares. Skips a field that keeps its name, which belongs to another module.
 */
function declaredBy(pattern: Node | null): Node[] {
  switch (pattern?.type) {
    case 'Identifier':
    case 'PrivateIdentifier':
      return [pattern];
    case 'ArrayPattern':
      return (pattern['elements'] as (Node | null)[]).flatMap(declaredBy);
    case 'ObjectPattern':
      return (pattern['properties'] as Node[])
        .filter((property) => property['shorthand'] !== true)
        .flatMap((property) => declaredBy((property['value'] ?? property['argument']) as Node));
    case 'AssignmentPattern':
      return declaredBy(pattern['left'] as Node);
    case 'RestElement':
      return declaredBy(pattern['argument'] as Node);
    case 'TSParameterProperty':
      return declaredBy(pattern['parameter'] as Node);
    default:
      return [];
  }
}

const glossaryWords = {
  create(context: Context) {
    const check = (pattern: unknown): void => {
      for (const node of declaredBy(pattern as Node | null)) {
        const name = String(node['name']);
        const other = wordsOf(name).find((word) => OTHER_WORDS.has(word) && !PLAIN_WORDS.has(word));
        if (other !== undefined)
          context.report({
            node,
            message: `docs/glossary.md has another word for "${other}" of ${name}.`,
          });
      }
    };
    const checkFunction = (node: Node): void => {
      check(node['id']);
      for (const parameter of node['params'] as Node[]) check(parameter);
    };
    return {
      VariableDeclarator: (node: Node) => check(node['id']),
      FunctionDeclaration: checkFunction,
      FunctionExpression: checkFunction,
      ArrowFunctionExpression: checkFunction,
      ClassDeclaration: (node: Node) => check(node['id']),
      MethodDefinition: (node: Node) => check(node['key']),
      PropertyDefinition: (node: Node) => check(node['key']),
      TSTypeAliasDeclaration: (node: Node) => check(node['id']),
    };
  },
};

export default {
  meta: { name: 'oriki' },
  rules: {
    'console-data': consoleData,
    'top-level-functions': topLevelFunctions,
    'constant-case': constantCase,
    'comment-subject': commentSubject,
    'glossary-words': glossaryWords,
    'test-titles': testTitles,
    'plain-words': plainWords,
    'plain-texts': plainTexts,
  },
};
