/** Returns the time, as the API takes it, for the value of a `datetime-local` field in UTC. */
export function instantOf(local: string): string {
  return new Date(`${local}Z`).toISOString();
}
