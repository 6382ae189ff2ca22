/** `npm run dev`: restarts the server and reloads the console as their sources change; both end together. */
import { bun, bunEnvironment } from './lib/bun.mjs'
import { whenEnding } from './lib/endings.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { inProject } from './lib/project.mjs'
import { exitCodeOf, start, stop } from './lib/run.mjs'
import { script } from './lib/script.mjs'

await script(async () => {
  await installNpmPackages()
  const server = start(bun, ['--watch', '--no-clear-screen', 'packages/server/src/main.ts'], {
    // One process: `--watch` does not restart others.
    env: { WORKERS: '1', ...bunEnvironment },
  })
  whenEnding(() => stop(server))
  const vite = inProject('node_modules', 'vite', 'bin', 'vite.js')
  const console = start(process.execPath, [vite], { cwd: inProject('packages', 'console') })
  whenEnding(() => stop(console))
  return Promise.race([exitCodeOf(server), exitCodeOf(console)])
})
