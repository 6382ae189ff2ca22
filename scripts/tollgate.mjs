/** `npm run tollgate -- apply FILE` and the program's other commands; `-- --help` lists them. */
import { bun, bunEnvironment } from './lib/bun.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { runInForeground } from './lib/run.mjs'
import { script } from './lib/script.mjs'

await script(async () => {
  await installNpmPackages()
  return runInForeground(bun, ['packages/server/src/main.ts', ...process.argv.slice(2)], {
    env: bunEnvironment,
  })
})
