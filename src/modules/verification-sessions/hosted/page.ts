/** The page on which a person takes the steps of a session. It loads nothing from other servers. */
import type { ServedPage } from '../../../platform/http/browser/route.ts';
import { underPrefix, escaped, PRIVATE_PAGE } from '../../../platform/http/pages/html.ts';
import { StaticFile } from '../../../platform/http/pages/static-file.ts';
import { PAGE_PATH } from './link.ts';
import { CAPTURE_SCRIPT } from './capture-script.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { STYLE } from './style.ts';
import { TEXTS } from './texts.ts';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(TEXTS.en.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${PAGE_PATH}.css">
</head>
<body>
<main>
<ul class="languages" id="languages"></ul>
<p class="quiet" id="progress" hidden></p>
<h1 id="title" tabindex="-1">${escaped(TEXTS.en.title)}</h1>
<div id="content"><noscript>This page needs JavaScript.</noscript></div>
<p id="status" role="status"></p>
</main>
<script src="${PAGE_PATH}.js"></script>
</body>
</html>
`;

const SCRIPT = `'use strict';
const TEXTS = ${JSON.stringify(TEXTS)};
const PAGE = ${JSON.stringify(PAGE_PATH)};
${CAPTURE_SCRIPT}
${PAGE_SCRIPT}`;

/** Only this page may use the camera. */
const HEADERS = {
  ...PRIVATE_PAGE,
  'content-security-policy': `${PRIVATE_PAGE['content-security-policy']}; style-src 'self'`,
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
  'x-robots-tag': 'noindex',
};

/** @param prefix the path below which browsers reach the service */
export function hostedPages(prefix: string): ServedPage[] {
  const page = (path: string, content: string, type: string): ServedPage => {
    const file = new StaticFile(content, { ...HEADERS, 'content-type': `${type}; charset=utf-8` });
    return { path, serve: (request, reply) => file.send(request, reply) };
  };
  return [
    page(PAGE_PATH, underPrefix(PAGE, prefix), 'text/html'),
    page(`${PAGE_PATH}.css`, STYLE, 'text/css'),
    page(`${PAGE_PATH}.js`, SCRIPT, 'text/javascript'),
  ];
}
