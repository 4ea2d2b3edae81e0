/** The page at which a link or an invitation is used. Its script reads the fragment, which no server and no log sees. */
import type { FastifyInstance } from 'fastify';
import { LINK_PAGE } from '../../../platform/http/browser/links.ts';
import { PRIVATE_PAGE } from '../../../platform/http/pages/private-page.ts';
import { StaticFile } from '../../../platform/http/pages/static-file.ts';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to Oriki</title>
<link rel="icon" href="data:,">
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

/** A person presses the button: neither a mail scanner nor another site signs anybody in. */
const SCRIPT = `'use strict';
const text = document.getElementById('text');
const button = document.getElementById('go');
const back = document.getElementById('back');
const given = new URLSearchParams(location.hash.slice(1));
history.replaceState(null, '', location.pathname);
const [kind, value] = ['code', 'invitation'].map((name) => [name, given.get(name)]).find(([, found]) => found) ?? [];

async function post(path, body) {
  const response = await fetch(path, {
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
    const me = await (await fetch('/api/v1/me')).json();
    text.textContent = 'You are signed in as ' + (me.data.name ?? me.data.id) + '.';
    if (!returnUrl) location.replace('/console/');
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

export function registerLinkPage(app: FastifyInstance): void {
  const serve = (path: string, content: string, type: string): void => {
    const file = new StaticFile(content, {
      ...PRIVATE_PAGE,
      'content-type': `${type}; charset=utf-8`,
    });
    app.get(path, (request, reply) => file.send(request, reply));
  };
  serve(LINK_PAGE, PAGE, 'text/html');
  serve(`${LINK_PAGE}.js`, SCRIPT, 'text/javascript');
}
