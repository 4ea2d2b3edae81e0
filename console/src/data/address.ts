import { useNavigate, useSearch } from '@tanstack/react-router';

type Filters<Name extends string> = Partial<Record<Name, string>>;

/**
 * Returns the filters of a screen from its address, and the function that replaces them. A link, the back button and a
 * reload then restore them. No filter may contain the name of a person.
 */
export function useAddress<const Name extends string>(
  names: readonly Name[],
): [Filters<Name>, (filters: Filters<Name>) => void] {
  const navigate = useNavigate();
  // The router converts texts of numbers and booleans.
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const known = (values: Record<string, unknown>): Filters<Name> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = String(values[name] ?? '');
        return value === '' ? [] : [[name, value] as const];
      }),
    ) as Filters<Name>;
  return [known(search), (filters) => void navigate({ to: '.', search: known(filters) })];
}

/** Returns the value that a text of the address names; undefined for any other text. */
export function valueIn<Value extends string>(
  values: readonly Value[],
  text: string | undefined,
): Value | undefined {
  return values.find((one) => one === text);
}
