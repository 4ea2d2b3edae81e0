import type { SecretBox } from './secret-box.ts';

/** What the composition root gives to the routes. */
export type WebhookParts = {
  secrets: SecretBox;
  /** What is wrong with a URL as a target, in words for its owner; undefined if nothing is. */
  targetProblem: (url: string) => string | undefined;
};
