import { chargingPage } from './charging-page.ts'
import { dialectsPage } from './dialects-page.ts'

/** The generated pages of `docs`, by file name. */
const PAGES: Readonly<Record<string, () => string>> = { dialects: dialectsPage, charging: chargingPage }

/** Prints them as JSON, by name; `npm run docs` writes the files. */
console.log(JSON.stringify(Object.fromEntries(Object.entries(PAGES).map(([name, write]) => [name, write()]))))
