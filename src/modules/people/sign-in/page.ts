/**
 * The page at which a person uses a link or an invitation. Its script reads the fragment, which reaches no server and
 * no log.
 */
import type { ServedPage } from '../../../platform/http/browser/route.ts';
import { underPrefix, PRIVATE_PAGE, LINK_PAGE } from '../../../platform/http/pages/html.ts';
import { StaticFile } from '../../../platform/http/pages/static-file.ts';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to Oriki</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${LINK_PAGE}.css">
</head>
<body>
<main>
<h1>Sign in to Oriki</h1>
<p id="text" role="status">This page needs JavaScript.</p>
<p><button id="go" type="button" hidden>Sign in</button> <a id="back" hidden rel="noreferrer"></a></p>
</main>
<script src="${LINK_PAGE}.js"></script>
</body>
</html>
`;

/** The style of the console, which follows this page. */
const STYLE = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1b1e24, #e8eaee);
  --accent: light-dark(#1d4fb8, #8db4ff);
  --accent-ink: light-dark(#ffffff, #10131a);
}
body {
  margin: 0;
  color: var(--ink);
  background: light-dark(#fafafa, #14161a);
  font: 0.9375rem/1.45 system-ui, 'Segoe UI', 'Noto Sans', sans-serif;
}
main {
  max-width: 28rem;
  margin: 4rem auto;
  padding: 1.5rem;
  border: 1px solid light-dark(#d9dce1, #363b45);
  border-radius: 4px;
  background: light-dark(#ffffff, #1c1f25);
}
h1 { margin: 0; font-size: 1.25rem; font-weight: 600; }
p { margin: 1rem 0 0; }
p:not(#text):not(:has(> :not([hidden]))) { display: none; }
button {
  padding: 0.25rem 0.75rem;
  border: 1px solid var(--accent);
  border-radius: 4px;
  color: var(--accent-ink);
  background: var(--accent);
  font: inherit;
}
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 30rem) { main { margin: 1rem; } }
`;

/** A person must press the button, so neither a mail scanner nor another site can sign in. */
const SCRIPT = `'use strict';
// The path of the service is the path of this page without its end.
const base = location.pathname.slice(0, location.pathname.lastIndexOf('${LINK_PAGE}'));
const text = document.getElementById('text');
const button = document.getElementById('go');
const back = document.getElementById('back');
const given = new URLSearchParams(location.hash.slice(1));
history.replaceState(null, '', location.pathname);
const [kind, value] = ['code', 'invitation'].map((name) => [name, given.get(name)]).find(([, found]) => found) ?? [];

async function post(path, body) {
  const response = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-oriki-console': '1' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!answer.success) throw new Error(answer.error.message);
  return answer.data;
}

async function use() {
  button.hidden = true;
  text.textContent = 'One moment …';
  try {
    if (kind === 'invitation') {
      const { url } = await post('/console/session/invitation', { token: value });
      location.assign(url);
      return;
    }
    const { returnUrl } = await post('/console/session/exchange', { code: value });
    const me = await (await fetch(base + '/api/v1/me')).json();
    text.textContent = 'You are signed in as ' + (me.data.name ?? me.data.id) + '.';
    if (!returnUrl) location.replace(base + '/console/');
    else {
      back.href = returnUrl;
      back.textContent = 'Back to ' + new URL(returnUrl).host;
      back.hidden = false;
    }
  } catch (error) {
    text.textContent = 'That did not work: ' + error.message;
  }
}

if (value) {
  text.textContent = kind === 'code' ? 'This link signs you in, once.' : 'You are invited. Sign in to accept.';
  button.hidden = false;
  button.addEventListener('click', use);
} else text.textContent = 'The address lacks its last part, after #. Open the whole link.';
`;

/** @param prefix the path below which browsers reach the service */
export function linkPages(prefix: string): ServedPage[] {
  const page = (path: string, content: string, type: string): ServedPage => {
    const file = new StaticFile(content, {
      ...PRIVATE_PAGE,
      'content-security-policy': `${PRIVATE_PAGE['content-security-policy']}; style-src 'self'`,
      'content-type': `${type}; charset=utf-8`,
    });
    return { path, serve: (request, reply) => file.send(request, reply) };
  };
  return [
    page(LINK_PAGE, underPrefix(PAGE, prefix), 'text/html'),
    page(`${LINK_PAGE}.css`, STYLE, 'text/css'),
    page(`${LINK_PAGE}.js`, SCRIPT, 'text/javascript'),
  ];
}
