/**
 * `npm run bench`: compares the gateway's cost with nginx's; see bench/run.ts for its flags. `-- lists` measures the
 * console's lists instead; see bench/lists/run.ts.
 */
import { bun, bunEnvironment } from './lib/bun.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { runInForeground } from './lib/run.mjs'
import { script } from './lib/script.mjs'

await script(async () => {
  await installNpmPackages()
  const given = process.argv.slice(2)
  const program = given[0] === 'lists' ? 'bench/lists/run.ts' : 'bench/run.ts'
  return runInForeground(bun, [program, ...given], { env: bunEnvironment })
})
