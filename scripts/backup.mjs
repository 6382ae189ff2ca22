/** `npm run backup -- FOLDER`: copies the SQLite database of a running or stopped server, and its secret key, into a new folder. */
import { bun, bunEnvironment } from './lib/bun.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { runInForeground } from './lib/run.mjs'
import { script } from './lib/script.mjs'

await script(async () => {
  await installNpmPackages()
  const command = ['packages/server/src/main.ts', 'backup', ...process.argv.slice(2)]
  return runInForeground(bun, command, { env: bunEnvironment })
})
