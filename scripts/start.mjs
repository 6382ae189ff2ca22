/** `npm start`: installs and builds what is missing, then serves console and API on one port. */
import { bun, bunEnvironment } from './lib/bun.mjs'
import { buildConsoleWhenStale } from './lib/console-build.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { exitCodeOf, start } from './lib/run.mjs'
import { script } from './lib/script.mjs'

await script(async () => {
  await installNpmPackages()
  await buildConsoleWhenStale()
  const server = start(bun, ['packages/server/src/main.ts'], { env: bunEnvironment })
  process.on('SIGTERM', () => server.kill('SIGTERM'))
  process.on('SIGHUP', () => server.kill('SIGHUP'))
  // a terminal sends Ctrl-C to the server too; a second one would cut its farewell short
  process.on('SIGINT', () => process.stdin.isTTY || server.kill('SIGINT'))
  return exitCodeOf(server)
})
