import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '../parts/badge.tsx';
import './today.css';

/** A figure or a list below its name. */
export function Tile({
  title,
  to,
  isFirst = false,
  children,
}: {
  title: string;
  to?: string;
  /** True if it is in no group. */
  isFirst?: boolean;
  children: ReactNode;
}): ReactNode {
  const Title = isFirst ? 'h2' : 'h3';
  return (
    <section className="panel stack-close" aria-label={title}>
      <Title>{to === undefined ? title : <Link to={to}>{title}</Link>}</Title>
      {children}
    </section>
  );
}

/** Names with their states, one below the other. */
export function Lines({ children }: { children: ReactNode[] }): ReactNode {
  return (
    <ul className="today-lines" hidden={children.length === 0}>
      {children}
    </ul>
  );
}

/** A name with its state at the end of the line. */
export function Line({
  tone,
  state,
  children,
}: {
  tone?: Tone;
  state: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <li>
      <span>{children}</span>
      {tone ? <Badge tone={tone}>{state}</Badge> : <span className="small quiet">{state}</span>}
    </li>
  );
}
