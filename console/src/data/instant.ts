/** Returns the time, as the API takes it, for the value of a `datetime-local` field in UTC. */
export function instantOf(local: string): string {
  return new Date(`${local}Z`).toISOString();
}

type Range = { from?: string; to?: string };

/** Returns the same for the ends of a range. An end that is empty, or not a time, is omitted. */
export function rangeOf({ from, to }: Range): Range {
  const isTime = (local: string | undefined): local is string =>
    local !== undefined && !Number.isNaN(Date.parse(`${local}Z`));
  return {
    ...(isTime(from) && { from: instantOf(from) }),
    ...(isTime(to) && { to: instantOf(to) }),
  };
}
