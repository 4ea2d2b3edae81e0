#!/usr/bin/env node
import { run } from './cli/run.ts';

const exitCode = await run(process.argv.slice(2), {
  print: console.log,
  say: console.error,
  columns: process.stdout.isTTY ? process.stdout.columns : undefined,
});
// A command that a signal has stopped, and a service that could not stop well, have set theirs.
if (exitCode !== 0) process.exitCode = exitCode;
