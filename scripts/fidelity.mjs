/**
 * `npm run fidelity`: plays recorded exchanges through the gateway, within and across dialects, and prints what
 * arrived.
 */
import { bun, bunEnvironment } from './lib/bun.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { runInForeground } from './lib/run.mjs'
import { script } from './lib/script.mjs'

await script(async () => {
  await installNpmPackages()
  return runInForeground(bun, ['packages/server/test/fidelity/print.ts'], { env: bunEnvironment })
})
