/** `npm run audit`: proves that the books balance, or lists the errors. Reads the server's environment. */
import { bun, bunEnvironment } from './lib/bun.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { runInForeground } from './lib/run.mjs'
import { script } from './lib/script.mjs'

await script(async () => {
  await installNpmPackages()
  return runInForeground(bun, ['packages/server/src/main.ts', 'audit', ...process.argv.slice(2)], {
    env: bunEnvironment,
  })
})
