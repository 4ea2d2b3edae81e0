import { ApiError } from '../../platform/errors/index.ts';

/** Nodes of a path that are shown. */
const MAX_SHOWN = 20;

/** A path as people read it: of a long one the beginning and the end. */
export function shownPath(path: readonly string[]): string[] {
  return path.length <= MAX_SHOWN
    ? [...path]
    : [...path.slice(0, MAX_SHOWN - 2), '…', path.at(-1)!];
}

/** A shortest way from one node to one that is sought, both included; undefined if there is none. */
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
    // A Map's keys can be appended to while they are gone through: that is the queue.
    for (const other of next(node)) if (!cameFrom.has(other)) cameFrom.set(other, node);
  }
  return undefined;
}

/** The nodes and everything that is reached from them, nearest first. */
export function reachableFrom<Node>(
  nodes: Iterable<Node>,
  next: (node: Node) => Iterable<Node>,
): Set<Node> {
  const found = new Set(nodes);
  for (const node of found) for (const other of next(node)) found.add(other);
  return found;
}

/** By the id of a role: the roles that inherit from it directly. */
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

/** @param path the nodes in order, the first again at the end */
export function cycleError(path: string[]): ApiError {
  const shown = shownPath(path);
  const text = shown.join(' -> ');
  return new ApiError('RELATIONSHIP_CYCLE', `would close the cycle ${text}`, {
    details: shown.map((node, n) => ({ path: `cycle[${n}]`, message: node })),
  });
}
