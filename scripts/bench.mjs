/** `npm run bench`: compares the gateway's cost with nginx's; see bench/run.ts for its flags. */
import { bun, bunEnvironment } from './lib/bun.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { runInForeground } from './lib/run.mjs'
import { script } from './lib/script.mjs'

await script(async () => {
  await installNpmPackages()
  return runInForeground(bun, ['bench/run.ts', ...process.argv.slice(2)], { env: bunEnvironment })
})
