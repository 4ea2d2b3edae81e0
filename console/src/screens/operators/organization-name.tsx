import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Foreign } from '../../parts/foreign.tsx';
import { organizationWith } from '../../queries/operators.ts';

/** An organization by its name; by its id until the name is known. */
export function OrganizationName({ id }: { id: string }): ReactNode {
  const { data } = useQuery(organizationWith(id));
  if (!data) return <span className="code">{id}</span>;
  return (
    <span title={id}>
      <Foreign text={data.name} />
    </span>
  );
}
