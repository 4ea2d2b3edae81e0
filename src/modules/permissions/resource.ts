/**
 * Resource patterns. A `*` at the end matches any rest, including an empty one. A `*` between slashes matches one
 * segment that is not empty. A `*` anywhere else is rejected. So a pattern is compared in one pass, without
 * backtracking.
 */

export const EVERYTHING = '*';

/** The problem of a pattern; undefined when there is none. */
export function patternProblem(pattern: string): string | undefined {
  const segments = pattern.split('/');
  const last = segments.pop()!;
  const misplaced =
    segments.some((segment) => segment.includes('*') && segment !== '*') ||
    last.slice(0, -1).includes('*');
  return misplaced ? 'has a * that is neither a whole segment nor the last character' : undefined;
}

export function isPattern(resource: string): boolean {
  return resource.includes('*');
}

/** Compiles a pattern with a `*` to a function that takes time in proportion to the resource's length. */
export function compilePattern(pattern: string): (resource: string) => boolean {
  const open = pattern.endsWith('*');
  const text = open ? pattern.slice(0, -1) : pattern;
  if (open && !text.includes('*')) return (resource) => resource.startsWith(text);
  const segments = text.split('/');
  return (resource) => {
    let start = 0;
    for (const [n, segment] of segments.entries()) {
      if (start > resource.length) return false;
      const last = n === segments.length - 1;
      if (last && open) return resource.startsWith(segment, start);
      const slash = resource.indexOf('/', start);
      const end = slash === -1 ? resource.length : slash;
      if (segment === '*' ? end === start : resource.slice(start, end) !== segment) return false;
      start = end + 1;
    }
    // True when the resource ends with the last segment.
    return start === resource.length + 1;
  };
}
