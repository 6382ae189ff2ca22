/** `npm run docs`: writes the generated pages of `docs` from tables in the code and from its imports. */
import { writeFile } from 'node:fs/promises'
import { bun } from './lib/bun.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { inProject } from './lib/project.mjs'
import { drawRooms } from './lib/rooms/draw-rooms.mjs'
import { readRooms } from './lib/rooms/read-rooms.mjs'
import { capture } from './lib/run.mjs'
import { script } from './lib/script.mjs'

await script(async () => {
  await installNpmPackages()
  await writeFile(inProject('docs', 'rooms.svg'), drawRooms(await readRooms()))
  const { exitCode, output } = await capture(bun, ['packages/gateway/src/docs/print.ts'])
  if (exitCode !== 0) console.error(output)
  else
    for (const [name, page] of Object.entries(JSON.parse(output)))
      await writeFile(inProject('docs', `${name}.md`), page)
  return exitCode
})
