/** `npm run tollgate -- apply FILE`, `-- export`: describes and changes a running server by a file. */
import { bun, bunEnvironment } from './lib/bun.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { runInForeground } from './lib/run.mjs'
import { script } from './lib/script.mjs'

await script(async () => {
  await installNpmPackages()
  return runInForeground(bun, ['packages/server/src/apply/apply-command.ts', ...process.argv.slice(2)], {
    env: bunEnvironment,
  })
})
