/** `npm run clients`: drives real command-line clients against strict upstreams; see packages/server/test/clients/cli/run.ts for its flags. */
import { bun, bunEnvironment } from './lib/bun.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { runInForeground } from './lib/run.mjs'
import { script } from './lib/script.mjs'

await script(async () => {
  await installNpmPackages()
  const program = 'packages/server/test/clients/cli/run.ts'
  return runInForeground(bun, [program, ...process.argv.slice(2)], { env: bunEnvironment })
})
