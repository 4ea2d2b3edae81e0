/** The style of the documents: one column beside the list of pages, or below it where the window is narrow. */
export const STYLE = `:root {
  color-scheme: light dark;
  --text: light-dark(#1d2129, #d8dce3);
  --quiet: light-dark(#59636e, #9aa4b2);
  --ground: light-dark(#ffffff, #14171c);
  --panel: light-dark(#f4f6f8, #1d2229);
  --line: light-dark(#d5dae0, #343b45);
  --link: light-dark(#0b5cad, #7db4f0);
}
* { box-sizing: border-box; }
body { margin: 0; display: flex; color: var(--text); background: var(--ground); font: 16px/1.6 system-ui, sans-serif; }
nav { flex: 0 0 17rem; height: 100vh; position: sticky; top: 0; overflow-y: auto; padding: 1rem 1.25rem; background: var(--panel); font-size: 0.875rem; }
main { flex: 1 1 0; min-width: 0; max-width: 60rem; padding: 1rem 2.5rem 4rem; }
main nav { height: auto; position: static; padding: 0; background: none; font-size: 1rem; }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
nav li { margin: 0.2rem 0; }
nav a { color: inherit; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav [aria-current] { color: var(--link); font-weight: 600; }
summary { cursor: pointer; color: var(--quiet); }
a { color: var(--link); }
h1, h2, h3, h4 { line-height: 1.25; margin: 2rem 0 0.75rem; }
h1 { margin-top: 0.5rem; }
h2 { padding-bottom: 0.25rem; border-bottom: 1px solid var(--line); }
code { font: 0.875em ui-monospace, monospace; background: var(--panel); padding: 0.1em 0.3em; border-radius: 4px; }
pre { overflow-x: auto; padding: 0.9rem 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; }
pre code { background: none; padding: 0; }
table { display: block; overflow-x: auto; border-collapse: collapse; font-size: 0.9375rem; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.75rem; border: 1px solid var(--line); }
th { background: var(--panel); }
blockquote { margin: 1rem 0; padding: 0 1rem; border-left: 4px solid var(--line); color: var(--quiet); }
@media (max-width: 50rem) {
  body { flex-direction: column-reverse; }
  nav { flex: none; height: auto; position: static; }
  main { padding: 1rem 1.25rem 2rem; }
}
`;
