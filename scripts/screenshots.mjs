/** `npm run screenshots`: retakes the README's pictures from a gateway with sample data. */
import { buildConsoleWhenStale } from './lib/console-build.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { findPrograms } from './lib/programs.mjs'
import { inProject } from './lib/project.mjs'
import { runInForeground } from './lib/run.mjs'
import { script } from './lib/script.mjs'

const pictures = inProject('packages', 'console', 'test', 'pictures')

await script(async () => {
  await installNpmPackages()
  await buildConsoleWhenStale()
  const { chromium } = await findPrograms('chromium')
  const playwright = inProject('node_modules', '@playwright', 'test', 'cli.js')
  const env = { ...process.env, TEST_CHROMIUM: chromium }
  return runInForeground(process.execPath, [playwright, 'test', `--config=${pictures}/playwright.config.ts`], { env })
})
