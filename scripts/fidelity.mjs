/** `npm run fidelity`: plays real exchanges through the gateway and prints what arrived, in their own dialect and across dialects. */
import { bun, bunEnvironment } from './lib/bun.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { runInForeground } from './lib/run.mjs'
import { script } from './lib/script.mjs'

await script(async () => {
  await installNpmPackages()
  return runInForeground(bun, ['packages/server/test/fidelity/print.ts'], { env: bunEnvironment })
})
