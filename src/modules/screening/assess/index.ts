export { assess, type Assessment } from './assess.ts';
export { toCsv, toHtml } from './report.ts';
