/**
 * `npm run phrases`: counts for each language of the console the phrases that are missing, no longer used, have other
 * placeholders than English, or are longer than their place. `-- fr` names them for one language, and
 * `-- fr --write-missing` writes the files it does not have, in English.
 *
 * A place is known by its labels: texts of buttons, columns and menus, which no base language needs more than 24
 * letters for. It holds the longest of them times 1.25, and at least three letters more; a full-width letter counts
 * twice (`packages/console/src/phrases/report.ts`).
 */
import { bun } from './lib/bun.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { runInForeground } from './lib/run.mjs'
import { script } from './lib/script.mjs'

await script(async () => {
  await installNpmPackages()
  return runInForeground(bun, ['packages/console/test/print-phrases.ts', ...process.argv.slice(2)])
})
