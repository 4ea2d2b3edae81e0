import { ApiError } from '../../platform/errors/index.ts';

/** The maximum number of nodes of a path in an answer. */
const MAX_SHOWN = 20;

/** The path; only the beginning and the end of a long one. */
export function shownPath(path: readonly string[]): string[] {
  return path.length <= MAX_SHOWN
    ? [...path]
    : [...path.slice(0, MAX_SHOWN - 2), '…', path.at(-1)!];
}

/** The shortest path from a node to a wanted one, both included; undefined when there is none. */
export function findPath<Node>(
  next: (node: Node) => readonly Node[],
  from: Node,
  isSought: (node: Node) => boolean,
): Node[] | undefined {
  const cameFrom = new Map<Node, Node | undefined>([[from, undefined]]);
  for (const node of cameFrom.keys()) {
    if (isSought(node)) {
      const path: Node[] = [];
      for (let at: Node | undefined = node; at !== undefined; at = cameFrom.get(at)) path.push(at);
      return path.toReversed();
    }
    // The Map is also the queue: keys that are added during the loop are visited.
    for (const other of next(node)) if (!cameFrom.has(other)) cameFrom.set(other, node);
  }
  return undefined;
}

/** The nodes and everything reachable from them, nearest first. */
export function reachableFrom<Node>(
  nodes: Iterable<Node>,
  next: (node: Node) => Iterable<Node>,
): Set<Node> {
  const found = new Set(nodes);
  for (const node of found) for (const other of next(node)) found.add(other);
  return found;
}

/** By role id: the roles that inherit from it directly. */
export function childRoles<Role extends { inherits: string[] }>(
  roles: Role[],
): Map<string, Role[]> {
  const children = new Map<string, Role[]>();
  for (const role of roles)
    for (const parent of role.inherits) {
      const known = children.get(parent);
      if (known) known.push(role);
      else children.set(parent, [role]);
    }
  return children;
}

/**
 * The error for a cycle.
 * @param path the nodes of the cycle, with the first one again at the end
 * @param place of the closing relationship in the check
 */
export function cycleError(path: string[], place?: string): ApiError {
  const shown = shownPath(path);
  const text = shown.join(' -> ');
  return new ApiError(
    'RELATIONSHIP_CYCLE',
    `${place === undefined ? '' : `${place}: `}would close the cycle ${text}`,
    {
      details: shown.map((node, n) => ({ path: `cycle[${n}]`, message: node })),
    },
  );
}
