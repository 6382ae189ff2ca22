import { chargingPage } from './charging-page.ts'
import { dialectsPage } from './dialects-page.ts'

/** The pages of `docs` that are made from tables, by the name of their file. */
const PAGES: Readonly<Record<string, () => string>> = { dialects: dialectsPage, charging: chargingPage }

/** Prints them as JSON, by name; `npm run docs` keeps them. */
console.log(JSON.stringify(Object.fromEntries(Object.entries(PAGES).map(([name, write]) => [name, write()]))))
