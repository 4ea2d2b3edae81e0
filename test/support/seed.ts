import fc from 'fast-check';

// A run must fail only by the code that it tests, and not by a case that no run had before: `npm run test:long` looks
// for such cases.
if (process.env['ORIKI_TEST_LONG'] === undefined) fc.configureGlobal({ seed: 1 });
