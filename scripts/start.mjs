/**
 * `npm start`: installs and builds what is missing, then serves console and API on one port; `-- --take-over` replaces
 * the server running there.
 */
import { bun, bunEnvironment } from './lib/bun.mjs'
import { buildConsoleWhenStale } from './lib/console-build.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { runInForeground } from './lib/run.mjs'
import { script } from './lib/script.mjs'

await script(async () => {
  await installNpmPackages()
  await buildConsoleWhenStale()
  return runInForeground(bun, ['packages/server/src/main.ts', 'start', ...process.argv.slice(2)], {
    env: bunEnvironment,
  })
})
