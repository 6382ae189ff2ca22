/** `npm run docs`: writes the pages of `docs` that are made from tables of the code. */
import { writeFile } from 'node:fs/promises'
import { bun } from './lib/bun.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { inProject } from './lib/project.mjs'
import { capture } from './lib/run.mjs'
import { script } from './lib/script.mjs'

await script(async () => {
  await installNpmPackages()
  const { exitCode, output } = await capture(bun, ['packages/gateway/src/docs/print.ts'])
  if (exitCode === 0) await writeFile(inProject('docs', 'dialects.md'), output)
  else console.error(output)
  return exitCode
})
