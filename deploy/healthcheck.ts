/**
 * Exits with 0 if the process of the container is ready. The image has no other program that could send the request.
 */
const port = process.env['ORIKI_ADMIN_PORT'] ?? '';
const ready = await fetch(`http://127.0.0.1:${port}/readyz`, {
  signal: AbortSignal.timeout(4000),
}).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(ready ? 0 : 1);
