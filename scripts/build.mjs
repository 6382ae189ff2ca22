/** `npm run build`: builds the console. */
import { buildConsole } from './lib/console-build.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { script } from './lib/script.mjs'

await script(async () => {
  await installNpmPackages()
  await buildConsole()
})
