/** Checks for `npm run check` that docs/rooms.svg shows the current imports; `npm run docs` draws it. */
import { readFileSync } from 'node:fs'
import { inProject } from './project.mjs'
import { drawRooms } from './rooms/draw-rooms.mjs'
import { readRooms } from './rooms/read-rooms.mjs'
import { Failure, script } from './script.mjs'

await script(async () => {
  const drawn = drawRooms(await readRooms())
  if (readFileSync(inProject('docs', 'rooms.svg'), 'utf8') === drawn) return
  throw new Failure('docs/rooms.svg no longer shows what imports what; `npm run docs` draws it anew.')
})
