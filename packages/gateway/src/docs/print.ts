import { dialectsPage } from './dialects-page.ts'

/** Prints the page; `npm run docs` keeps it. */
console.log(dialectsPage().trimEnd())
