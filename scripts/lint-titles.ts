/**
 * The rule of oxlint for titles of tests: a `describe` names its subject. The title of a test, after the titles of the
 * blocks around it, is a sentence that states a guarantee.
 */
import type { Context, Node } from './lint-rules.ts';

/** Verbs in titles, in addition to words with a verb's ending. A sentence without a verb is a fragment. */
const VERB =
  /\b(accepts|adds?|answer|answers|begins|belongs|give|see|finds?|fails?|marks|runs?|come|cost|is|are|was|were|has|have|had|do|may|can|cannot|must|will|would|be|been|being|ask|become|begun|broken|brings|built|comes|costs|counts?|covers|crowd|cut|differ|drops|ends|exits|filters|fits|forbids|found|gets?|gone|go|gives|given|harms|held|holds|imports|joins|keeps|kept|known|leads|leaves|left|lets?|listens|lists|loads?|lost|makes?|made|mean|means|met|names|needs?|opens|overlap|paid|pairs|pins|prolongs|put|reads?|repeat|returns?|says|seen|sees|sends?|sent|share|shows|signs|spent|stands|starts|stays|stops|succeeds|taken|tells?|told|waits|works|written|exists|rejects?|allows?|blocks|builds|commits|connects|contains?|checks|compares?|deducts|equals|follow|throws|asks|drops|subtracts|transfers|turns|visits|disappears|counts|cancels|converts|delays?|detects|disconnects|emits|explains|follows|hides?|ignore|inserts|limits|looks|obeys|permits|prevents|prints|protects|repeats|reports?|requires?|resets|respects|serve|sets|skips|sorts|splits|stores?|survives?|treats|use|violates?|\w+ed|\w+es)\b/i;
/** Words that never begin the name of a subject. */
const NO_SUBJECT =
  /^(what(ever)?|wh(ich|ose|om|y|en|ere|ether|ile|o)|how|as|if|with|without|of|is|are|was|has|after|before|between|during|only|in|on|at|by|from|for|to|until|and|or|refused|concurrently)\b/i;

/** A status used as a state ("is 404"), although a request gets a status. */
const IS_STATUS = /\b(?:is|are) (?:a )?[45]\d\d\b/;

/** A test function with the calls that follow it: `test`, `test.each(…)`, `describe.skipIf(…)`. */
export function calleeName(node: Node): string | undefined {
  switch (node.type) {
    case 'Identifier':
      return node['name'] as string;
    case 'MemberExpression':
      return calleeName(node['object'] as Node);
    case 'CallExpression':
      return calleeName(node['callee'] as Node);
    default:
      return undefined;
  }
}

/** Returns the text of a title, with `%s` for inserted values; undefined for a computed title. */
export function titleOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node?.type === 'TemplateLiteral')
    return (node['quasis'] as { value: { cooked: string } }[])
      .map(({ value }) => value.cooked)
      .join('%s');
  return undefined;
}

export const testTitles = {
  create(context: Context) {
    const around: string[] = [];
    /**
     * Returns the title of a call that runs or groups tests, but not of `test.each(table)`, which only makes such a
     * function.
     */
    const found = (node: Node): { name: string; title: string; node: Node } | undefined => {
      const [first, second] = node['arguments'] as Node[];
      const title = titleOf(first);
      const name = calleeName(node['callee'] as Node);
      return name !== undefined && title !== undefined && second !== undefined
        ? { name, title, node: first! }
        : undefined;
    };
    return {
      CallExpression(node: Node) {
        const call = found(node);
        if (call?.name === 'describe') {
          around.push(call.title);
          if (NO_SUBJECT.test(call.title))
            context.report({ node: call.node, message: 'Begin with the name of the subject.' });
        }
        if (call?.name !== 'test' && call?.name !== 'it') return;
        if (call.name === 'it') context.report({ node, message: 'Write "test", as all tests do.' });
        if (IS_STATUS.test(call.title))
          context.report({
            node: call.node,
            message: 'Write "gets 400", or "rejects … with 400".',
          });
        const sentence = [...around, call.title].join(' ');
        if (!VERB.test(sentence) && !/[%$]/.test(sentence))
          context.report({
            node: call.node,
            message: `"${sentence}" is not a sentence: it has no verb that the rule knows.`,
          });
      },
      'CallExpression:exit'(node: Node) {
        if (found(node)?.name === 'describe') around.pop();
      },
    };
  },
};
