/** The part of the page's script that leads a person through the steps. */
export const PAGE_SCRIPT = `
// The path of the service is the path of this page without its end.
const base = location.pathname.slice(0, location.pathname.lastIndexOf(PAGE));
const title = document.getElementById('title');
const content = document.getElementById('content');
const status = document.getElementById('status');
const progress = document.getElementById('progress');
const token = new URLSearchParams(location.hash.slice(1)).get('link');
const returned = new URLSearchParams(location.search).get('code');
history.replaceState(null, '', location.pathname);

const PICTURES = ['low_quality', 'occluded', 'no_face', 'multiple_faces', 'spoof', 'below_threshold'];
const PERSON = { firstName: 'given-name', middleName: 'additional-name', lastName: 'family-name', dateOfBirth: 'bday' };

let language = Object.keys(TEXTS).find((one) => (navigator.languages || []).some((asked, i, all) =>
  asked.slice(0, 2) === one && !all.slice(0, i).some((earlier) => earlier.slice(0, 2) in TEXTS))) || 'en';
let session;
let draw = () => {};

function text(key, values) {
  const name = session ? session.organization : TEXTS[language].theOrganization;
  const all = { name, ...values };
  return TEXTS[language][key].replace(/[{](\\w+)[}]/g, (whole, one) => (one in all ? all[one] : whole));
}

function say(key) {
  status.textContent = key ? text(key) : '';
}

function showLanguages() {
  document.documentElement.lang = language;
  const choices = Object.keys(TEXTS).map((one) =>
    element('li', {}, element('button', {
      type: 'button', lang: one, 'aria-pressed': String(one === language),
      onclick: () => { language = one; showLanguages(); draw(); },
    }, TEXTS[one].language)));
  document.getElementById('languages').replaceChildren(...choices);
}

// Shows a part of the page, and moves the focus to its heading.
function show(key, ...nodes) {
  stopCamera();
  title.textContent = text(key);
  document.title = text(key);
  content.replaceChildren(...nodes);
  say();
  title.focus();
}

function paragraph(key, values) {
  return element('p', {}, text(key, values));
}

async function request(method, path, body) {
  let response;
  try {
    response = await fetch(base + PAGE + path, {
      method,
      headers: { 'x-oriki-console': '1', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  } catch {
    throw { key: 'offline' };
  }
  const answer = await response.json().catch(() => ({}));
  if (answer.success) return answer.data;
  const { code, details } = answer.error || {};
  if (response.status === 401) throw { key: 'noLink', isFinal: true };
  // Another request runs the step, or has run it.
  if (response.status === 409 && method === 'POST' && path === '/steps') return request('GET', '/session');
  if (response.status === 403) throw { key: 'notPermitted', isFinal: true };
  if (response.status === 400 && details) throw { key: 'invalid', details };
  throw { key: response.status === 429 || code === 'SERVICE_UNAVAILABLE' ? 'busy' : 'broken' };
}

// Runs work that changes the session, and shows what comes next.
async function run(work, fail) {
  const buttons = [...content.querySelectorAll('button, input')].filter((one) => !one.disabled);
  for (const button of buttons) button.disabled = true;
  say('wait');
  try {
    session = await work();
    step();
  } catch (problem) {
    for (const button of buttons) button.disabled = false;
    if (!problem.key) throw problem;
    if (problem.isFinal) return end('ended', problem.key);
    say(problem.details ? undefined : problem.key);
    if (fail) fail(problem);
    else content.append(again(work));
  }
}

function again(work) {
  const button = element('button', { type: 'button', class: 'other' }, text('retry'));
  button.addEventListener('click', () => { button.remove(); run(work); });
  return button;
}

function send(fields) {
  const { step: type, attempt } = session.nextAction;
  return request('POST', '/steps', { step: type, attempt, ...fields });
}

function end(key, message) {
  draw = () => end(key, message);
  progress.hidden = true;
  const back = session && session.returnUrl
    ? element('a', { class: 'link', href: session.returnUrl, rel: 'noreferrer' }, text('back', { host: new URL(session.returnUrl).host }))
    : undefined;
  show(key, paragraph(message), ...(back ? [back] : []));
}

function textField(name, attributes) {
  const wrong = element('p', { class: 'wrong', id: 'wrong-' + name });
  const input = element('input', { id: name, name, 'aria-describedby': wrong.id, ...attributes });
  const label = element('label', { for: name }, text('field_' + name));
  return {
    nodes: [label, input, wrong],
    value: () => input.value.trim() || undefined,
    fail: (message) => {
      input.setAttribute('aria-invalid', 'true');
      wrong.textContent = message;
      input.focus();
    },
    clear: () => { input.removeAttribute('aria-invalid'); wrong.textContent = ''; },
  };
}

const DIGITS = { inputmode: 'numeric', autocomplete: 'off' };
const MAKERS = {
  bvn: () => textField('bvn', { ...DIGITS, required: true }),
  nin: () => textField('nin', { autocomplete: 'off', required: true }),
  accountNumber: () => textField('accountNumber', { autocomplete: 'off', required: true }),
  bankCode: () => textField('bankCode', { autocomplete: 'off', required: true }),
  code: () => textField('code', { inputmode: 'numeric', autocomplete: 'one-time-code', required: true }),
  selfie: () => picture('selfie', text),
  reference: () => picture('reference', text),
};

// The fields of a step by their paths: person has several.
function fieldsOf(names) {
  const fields = new Map();
  for (const name of names)
    if (name === 'person')
      for (const [part, autocomplete] of Object.entries(PERSON))
        fields.set('person.' + part, textField(part, {
          autocomplete,
          ...(part === 'dateOfBirth' && { type: 'date' }),
          ...(/^(first|last)Name$/.test(part) && { required: true }),
        }));
    else fields.set(name, MAKERS[name]());
  return fields;
}

const OPTIONAL = ['person.middleName', 'person.dateOfBirth'];

function valuesOf(fields) {
  const values = {};
  for (const [path, field] of fields) {
    const value = field.value();
    if (value === undefined) continue;
    const [name, part] = path.split('.');
    if (part) (values[name] ??= {})[part] = value;
    else values[name] = value;
  }
  return values;
}

function failAt(fields, paths, key) {
  // Checks the fields in reverse, because the last failed check gets the focus: the first wrong field.
  for (const [path, field] of [...fields].reverse())
    if (paths.some((one) => one === path || one.startsWith(path + '.') || path.startsWith(one + '.'))) field.fail(text(key));
}

function form(key, names) {
  const fields = fieldsOf(names);
  const button = element('button', { class: 'main' }, text('next'));
  const made = element('form', { novalidate: '' }, ...noteOf(), ...[...fields.values()].flatMap(({ nodes }) => nodes), button);
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    for (const field of fields.values()) if (field.clear) field.clear();
    const missing = [...fields].filter(([path, field]) => field.value() === undefined && !OPTIONAL.includes(path));
    if (missing.length > 0) return failAt(fields, missing.map(([path]) => path), 'required');
    run(() => send(valuesOf(fields)), ({ details = [] }) => failAt(fields, details.map(({ path }) => path), 'invalid'));
  });
  show(key, made);
}

// Why the last attempt did not pass, in words for the person.
function noteOf() {
  const { reason } = session;
  if (!reason) return [];
  const known = 'reason_' + reason in TEXTS.en ? reason : PICTURES.includes(reason) ? 'picture' : 'other';
  return [element('p', { class: 'note', role: 'alert' }, text('reason_' + known))];
}

function consentForm({ consent }) {
  const answer = (agreed) => () => run(() => send({ agreed }));
  show('consent',
    element('div', { class: 'text', tabindex: '0', role: 'region', 'aria-label': text('consent') }, consent.text),
    element('button', { type: 'button', class: 'main', onclick: answer(true) }, text('agree')),
    element('button', { type: 'button', class: 'other', onclick: answer(false) }, text('refuse')));
}

const POLL_MS = 1500;
let polling;

function step() {
  draw = step;
  clearTimeout(polling);
  const { state, nextAction } = session;
  if (state !== 'open') return end(state, state + 'Text');
  progress.hidden = session.steps < 2;
  progress.textContent = text('progress', { step: session.position + 1, steps: session.steps });
  if (nextAction.isRunning || nextAction.type === 'none') {
    show('title', paragraph('wait'));
    polling = setTimeout(() => run(() => request('GET', '/session')), POLL_MS);
    return;
  }
  if (nextAction.type === 'redirect')
    return show('redirect', paragraph('redirectText'),
      element('a', { class: 'link', href: nextAction.url }, text('open')));
  if (nextAction.type === 'otp') return form('otp', nextAction.fields);
  if (nextAction.step === 'consent') return consentForm(nextAction);
  form(nextAction.step, nextAction.fields);
}

function begin() {
  draw = begin;
  show('title', paragraph('intro'), element('p', { class: 'quiet' }, text('once')),
    element('button', { type: 'button', class: 'main', onclick: () => run(() => request('POST', '/open', { token })) }, text('start')));
}

// After the register has sent the person back, its code is in the address.
async function resume() {
  const now = await request('GET', '/session');
  if (returned === null || now.nextAction?.type !== 'redirect') return now;
  session = now;
  return send({ code: returned });
}

showLanguages();
if (token) begin();
else {
  draw = () => show('title', paragraph('wait'));
  draw();
  run(resume);
}
`;
