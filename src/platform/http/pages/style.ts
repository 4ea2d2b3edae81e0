/** The style of the documents: pages, text and outline side by side, or stacked in a narrow window. */
export const STYLE = `:root {
  color-scheme: light dark;
  --text: light-dark(#1d2129, #d8dce3);
  --quiet: light-dark(#59636e, #9aa4b2);
  --ground: light-dark(#ffffff, #14171c);
  --panel: light-dark(#f4f6f8, #1d2229);
  --line: light-dark(#d5dae0, #343b45);
  --link: light-dark(#0b5cad, #7db4f0);
  --warn: light-dark(#9a6700, #d29922);
  --keyword: light-dark(#a0111f, #ff9492);
  --string: light-dark(#0a3069, #a5d6ff);
  --name: light-dark(#6639ba, #d2a8ff);
  --literal: light-dark(#0550ae, #79c0ff);
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); background: var(--ground); font: 16px/1.6 system-ui, sans-serif; }
header { position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: 1rem; height: 3.25rem; padding: 0 1.25rem; background: var(--panel); border-bottom: 1px solid var(--line); }
header a { color: inherit; text-decoration: none; white-space: nowrap; }
.home { font-weight: 700; }
form { position: relative; flex: 1 1 0; max-width: 36rem; min-width: 0; margin: 0; }
#search { width: 100%; padding: 0.35rem 0.6rem; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 6px; font: inherit; }
#results { position: absolute; left: 0; right: 0; max-height: 70vh; overflow-y: auto; margin: 0.25rem 0 0; padding: 0.5rem; list-style: none; background: var(--ground); border: 1px solid var(--line); border-radius: 6px; }
#results li { padding: 0.3rem; overflow-wrap: anywhere; }
#results a { color: var(--link); white-space: normal; }
#results small { display: block; color: var(--quiet); }
#menu, label[for='menu'] { display: none; }
.columns { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
.pages { height: calc(100vh - 3.25rem); position: sticky; top: 3.25rem; overflow-y: auto; padding: 0.5rem 1.25rem 2rem; background: var(--panel); font-size: 0.875rem; }
.pages h2 { margin: 1.25rem 0 0.25rem; padding: 0; border: 0; font-size: 0.8125rem; color: var(--quiet); }
.pages ul { list-style: none; margin: 0; padding: 0; }
.pages details { padding-left: 0.75rem; }
.pages li, .outline li { margin: 0; }
.pages a, .outline a { display: block; padding: 0.15rem 0; color: inherit; text-decoration: none; }
.pages summary { min-height: 1.5rem; }
.pages a:hover, .outline a:hover { text-decoration: underline; }
[aria-current] { color: var(--link) !important; font-weight: 600; }
summary { cursor: pointer; color: var(--quiet); }
main { display: grid; grid-template-columns: minmax(0, 60rem) 15rem; gap: 2rem; min-width: 0; padding: 1rem 2.5rem 4rem; }
article { grid-column: 1; grid-row: 1; min-width: 0; overflow-wrap: anywhere; }
.outline { grid-column: 2; grid-row: 1; align-self: start; position: sticky; top: 4.25rem; max-height: calc(100vh - 5rem); overflow-y: auto; font-size: 0.8125rem; }
.outline ul { list-style: none; margin: 0.5rem 0 0; padding: 0; }
.outline .level-3 { padding-left: 0.9rem; }
a { color: var(--link); }
h1, h2, h3, h4 { line-height: 1.25; margin: 2rem 0 0.75rem; scroll-margin-top: 4rem; }
h1 { margin-top: 0.5rem; }
h2 { padding-bottom: 0.25rem; border-bottom: 1px solid var(--line); }
img { max-width: 100%; height: auto; }
code { font: 0.875em ui-monospace, monospace; background: var(--panel); padding: 0.1em 0.3em; border-radius: 4px; }
.code { position: relative; }
.code button { position: absolute; top: 0.4rem; right: 0.4rem; padding: 0.1rem 0.5rem; color: var(--quiet); background: var(--ground); border: 1px solid var(--line); border-radius: 6px; font: 0.75rem system-ui, sans-serif; cursor: pointer; }
pre { overflow-x: auto; padding: 0.9rem 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
.table { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: 0.9375rem; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.75rem; border: 1px solid var(--line); min-width: 5rem; overflow-wrap: break-word; }
th { background: var(--panel); }
blockquote { margin: 1rem 0; padding: 0 1rem; border-left: 4px solid var(--line); color: var(--quiet); }
.alert { margin: 1rem 0; padding: 0.5rem 1rem; border-left: 4px solid var(--link); background: var(--panel); }
.alert.warning, .alert.caution { border-color: var(--warn); }
.alert p { margin: 0.25rem 0; }
[role='tablist'] { display: flex; flex-wrap: wrap; gap: 0.25rem; border-bottom: 1px solid var(--line); }
[role='tab'] { padding: 0.35rem 0.75rem; color: inherit; background: none; border: 0; border-bottom: 3px solid transparent; font: inherit; font-size: 0.9375rem; cursor: pointer; }
[role='tab'][aria-selected='true'] { border-color: var(--link); font-weight: 600; }
[role='tabpanel'] > :first-child { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); margin: 0; }
.hljs-keyword, .hljs-built_in, .hljs-type, .hljs-meta { color: var(--keyword); }
.hljs-string, .hljs-regexp { color: var(--string); }
.hljs-title, .hljs-section, .hljs-attr, .hljs-name { color: var(--name); }
.hljs-number, .hljs-literal, .hljs-variable, .hljs-symbol { color: var(--literal); }
.hljs-comment { color: var(--quiet); font-style: italic; }
@media (max-width: 75rem) {
  main { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .outline { grid-column: 1; grid-row: 1; position: static; max-height: none; padding: 0.5rem 1rem; background: var(--panel); border-radius: 6px; font-size: 0.875rem; }
  article { grid-row: 2; }
}
@media (max-width: 50rem) {
  label[for='menu'] { display: block; padding: 0.6rem 1.25rem; border-bottom: 1px solid var(--line); cursor: pointer; color: var(--link); }
  #menu { display: block; position: absolute; opacity: 0; }
  #menu:focus-visible + label { outline: 2px solid var(--link); }
  .columns { display: block; }
  .pages { display: none; height: auto; position: static; }
  #menu:checked ~ .columns .pages { display: block; }
  main { padding: 1rem 1.25rem 2rem; }
}
`;
