import { useEffect, useRef, useState, type ReactNode } from 'react';

/** The least time between two announcements. */
const GAP_MS = 3000;

/** A text that changes by itself, which screen readers announce politely; the focus stays. */
export function Polite({
  text,
  className = 'hidden-text',
}: {
  text: string;
  className?: string;
}): ReactNode {
  const [told, setTold] = useState('');
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  const isBehind = told !== text;
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setTimeout(() => setTold(latest.current), GAP_MS);
    return () => clearTimeout(timer);
  }, [isBehind, told]);
  return (
    <p role="status" className={className}>
      {told}
    </p>
  );
}
