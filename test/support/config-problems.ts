import { ConfigError, loadConfig } from '../../src/config/config.ts';

/** Returns the problems of a configuration from this environment. */
export function problemsOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
