#!/usr/bin/env node
/**
 * Starts Oriki: the sources in a checkout, what was built of them in a package. Old versions of Node.js can read this
 * file, because they have to say what to do about them.
 */
'use strict';

const fs = require('fs');
const { enableCompileCache } = require('module');
const os = require('os');
const path = require('path');
const { pathToFileURL } = require('url');

const ROOT = path.join(__dirname, '..');
const SOURCE = path.join(ROOT, 'src', 'main.ts');
const BUILT = path.join(ROOT, 'dist', 'main.js');

const { engines, version } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const inCheckout = fs.existsSync(SOURCE);

/** Tells whether this user owns the folder, which is always so where files have no owners. */
function isOwn(folder) {
  return (
    fs.existsSync(folder) &&
    (process.geteuid === undefined || fs.statSync(folder).uid === process.geteuid())
  );
}

/**
 * Has Node.js keep what it compiles for later starts, in the data folder or else in the user's folder for caches. Neither
 * in the folder of temporary files nor in a folder of somebody else, who could place code there.
 */
function keepCompiled() {
  const { NODE_COMPILE_CACHE, ORIKI_DATA_DIR, XDG_CACHE_HOME } = process.env;
  // The operator has chosen a place.
  if (NODE_COMPILE_CACHE) return;
  const dataDir = ORIKI_DATA_DIR || '.oriki';
  const caches = XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  const folder = isOwn(dataDir)
    ? path.resolve(dataDir, 'compile-cache')
    : path.join(caches, 'oriki', 'compile-cache');
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isOwn(folder)) enableCompileCache(folder);
  } catch {
    // Where it cannot be made, starts are slower, and nothing else.
  }
}

const oldest = /\d+/.exec(engines.node)[0];
if (parseInt(process.versions.node, 10) < Number(oldest)) {
  const other = inCheckout ? ', or run "npm install" without --omit=dev, which brings one' : '';
  process.stderr.write(
    `Oriki needs Node.js ${oldest} or later, and this is ${process.versions.node}: install a newer one from https://nodejs.org${other}.\n`,
  );
  process.exitCode = 1;
} else if (process.argv[2] === '--version') {
  process.stdout.write(`${version}\n`);
} else {
  keepCompiled();
  import(pathToFileURL(inCheckout ? SOURCE : BUILT).href).catch((error) => {
    process.stderr.write(`Oriki could not start: ${error.stack}\n`);
    process.exitCode = 1;
  });
}
