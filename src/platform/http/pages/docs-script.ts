/** The script of the documents: search, copy buttons and tabs. Pages can be read without it. */
export const DOCS_SCRIPT = `const base = new URL('.', document.currentScript.src);

/* The outline is open if it is next to the text. */
const outline = document.querySelector('.outline');
if (outline && matchMedia('(max-width: 75rem)').matches) outline.open = false;

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(block.querySelector('code').textContent.trimEnd());
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(block.querySelector('code'));
      button.textContent = 'Selected';
    }
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  block.append(button);
}

/* Headings between the two comments, each with what follows it, become tabs. */
const KEPT = 'oriki-docs-tab';
const groups = [];
for (const group of document.querySelectorAll('.tabs')) {
  const panels = [];
  for (const node of [...group.children]) {
    if (/^H[2-6]$/.test(node.tagName) && (panels.length === 0 || node.tagName === panels[0].heading.tagName)) {
      const panel = document.createElement('div');
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-label', node.textContent);
      panels.push({ heading: node, panel });
    }
    if (panels.length > 0) panels.at(-1).panel.append(node);
  }
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  const show = (chosen, focus) => {
    for (const one of panels) {
      const is = one === chosen;
      one.panel.hidden = !is;
      one.tab.setAttribute('aria-selected', String(is));
      one.tab.tabIndex = is ? 0 : -1;
      if (is && focus) one.tab.focus();
    }
  };
  for (const one of panels) {
    one.tab = document.createElement('button');
    one.tab.type = 'button';
    one.tab.setAttribute('role', 'tab');
    one.tab.textContent = one.heading.textContent;
    one.tab.addEventListener('click', () => choose(one.heading.textContent));
    one.tab.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (step) show(panels.at((panels.indexOf(one) + step) % panels.length), true);
    });
    list.append(one.tab);
  }
  group.prepend(list, ...panels.map(({ panel }) => panel));
  groups.push({ panels, show });
  show(panels[0]);
}
const choose = (name) => {
  for (const { panels, show } of groups) {
    const found = panels.find(({ heading }) => heading.textContent === name);
    if (found) show(found);
  }
  try { localStorage.setItem(KEPT, name); } catch {}
};
let kept = null;
try { kept = localStorage.getItem(KEPT); } catch {}
if (kept) choose(kept);
const reveal = () => {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const panel = target && target.closest('[role=tabpanel]');
  if (!panel) return;
  choose(panel.getAttribute('aria-label'));
  target.scrollIntoView();
};
addEventListener('hashchange', reveal);
reveal();

const input = document.querySelector('#search');
const results = document.querySelector('#results');
let sections;
const load = () => (sections ??= fetch(new URL('search.json', base)).then((answer) => answer.json()));
const scoreOf = (section, words) => {
  let score = 0;
  for (const word of words) {
    if (section.heading.toLowerCase().includes(word)) score += 8;
    else if (section.title.toLowerCase().includes(word)) score += 4;
    else if (section.text.toLowerCase().includes(word)) score += 1;
    else return 0;
  }
  return score;
};
const excerpt = (text, word) => {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 50);
  return (at > 0 ? '…' : '') + text.slice(at, at + 160) + (text.length > at + 160 ? '…' : '');
};
let asked = 0;
const search = async () => {
  const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const turn = (asked += 1);
  if (words.length === 0) { results.hidden = true; return; }
  const all = await load();
  if (turn !== asked) return;
  const found = all
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 20);
  results.replaceChildren(
    ...found.map(({ section }) => {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = new URL(section.path, base).href;
      link.textContent = section.heading === '' ? section.title : section.title + ': ' + section.heading;
      const text = document.createElement('small');
      text.textContent = excerpt(section.text, words[0]);
      item.append(link, text);
      return item;
    }),
  );
  if (found.length === 0) {
    const none = document.createElement('li');
    none.textContent = 'Nothing found.';
    results.append(none);
  }
  results.hidden = false;
};
input.addEventListener('focus', load);
input.addEventListener('input', search);
addEventListener('keydown', (event) => {
  if (event.key === '/' && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
    event.preventDefault();
    input.focus();
  }
  if (event.key === 'Escape') { results.hidden = true; input.blur(); }
});
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const first = results.querySelector('a');
  if (first && !results.hidden) location.href = first.href;
});
`;
