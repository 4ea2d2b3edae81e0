export { assess, type Assessment, type Options } from './assess.ts';
export { figuresOf, toCsv, toHtml, toJson, type Figures } from './report.ts';
