/**
 * Headers of pages for people who sign in: nothing is fetched from elsewhere, no other page frames them, no markup of
 * others becomes a script, and nothing of them is kept.
 */
export const PRIVATE_PAGE = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; " +
    "frame-ancestors 'none'; require-trusted-types-for 'script'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;
