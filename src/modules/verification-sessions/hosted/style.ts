/** The style of the hosted page: one column, for phones first. */
export const STYLE = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1b1e24, #e8eaee);
  --quiet: light-dark(#59606c, #a4acb8);
  --line: light-dark(#868d99, #767e8c);
  --ground: light-dark(#ffffff, #14161a);
  --accent: light-dark(#1d4fb8, #8db4ff);
  --accent-ink: light-dark(#ffffff, #10131a);
  --wrong: light-dark(#a3141e, #ff9a9a);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; color: var(--ink); background: var(--ground); font: 1.0625rem/1.5 system-ui, 'Segoe UI', 'Noto Sans', sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 1rem 1rem 3rem; }
.languages { display: flex; justify-content: flex-end; gap: 0.5rem; margin: 0; padding: 0; list-style: none; }
.languages button { min-height: 2.75rem; padding: 0 0.75rem; color: var(--accent); background: none; border: 0; font: inherit; text-decoration: underline; }
.languages button[aria-pressed='true'] { color: var(--ink); text-decoration: none; font-weight: 600; }
h1 { margin: 0.5rem 0; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h1:focus { outline: none; }
p { margin: 0.75rem 0; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); }
.note { padding: 0.75rem; border-left: 4px solid var(--wrong); }
.text { max-height: 40vh; overflow-y: auto; padding: 0.75rem; border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
label, .label { display: block; margin-top: 1rem; font-weight: 600; }
input { width: 100%; min-height: 3rem; margin-top: 0.25rem; padding: 0.5rem 0.75rem; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 6px; font: inherit; }
input[aria-invalid='true'] { border-color: var(--wrong); border-width: 2px; }
.wrong { margin: 0.25rem 0 0; color: var(--wrong); }
button.main, button.other, .link, label.file { display: block; width: 100%; min-height: 3rem; margin-top: 1rem; padding: 0.7rem 1rem; text-align: center; border: 2px solid var(--accent); border-radius: 6px; font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
button.main, .link { color: var(--accent-ink); background: var(--accent); }
button.other, label.file { color: var(--accent); background: none; }
button:disabled { opacity: 0.6; }
label.file:focus-within { outline: 3px solid var(--accent); outline-offset: 2px; }
label.file input { position: absolute; width: 1px; height: 1px; min-height: 0; opacity: 0; }
video, canvas { display: block; width: 100%; margin-top: 0.75rem; border-radius: 6px; background: #000000; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
