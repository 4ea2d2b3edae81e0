import type { Tone } from '../../parts/badge.tsx';

export function toneOfOutcome(outcome: string): Tone {
  if (outcome === 'clear') return 'good';
  return outcome === 'block' ? 'bad' : 'warn';
}
