export { assess } from './assess.ts';
export { figuresOf, toCsv, toHtml, toJson } from './report.ts';
