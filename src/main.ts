#!/usr/bin/env node
import { run } from './cli/run.ts';

/** Asks on standard error, so that standard output has only the command's answer. */
async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

const exitCode = await run(process.argv.slice(2), {
  print: console.log,
  say: console.error,
  ask: process.stdin.isTTY && process.stderr.isTTY ? ask : undefined,
  columns: process.stdout.isTTY ? process.stdout.columns : undefined,
});
// A command stopped by a signal, and a service that could not stop properly, have already set the exit code.
if (exitCode !== 0) process.exitCode = exitCode;
