import { inProject } from '../project.mjs'
import { capture } from '../run.mjs'
import { Failure } from '../script.mjs'

/** Packages in drawing order. */
const PACKAGES = ['console', 'contract', 'gateway', 'server']
const TEST_SUPPORT = /\.test\.tsx?$|-fixture\.ts$|\/laws\/|\/ledger\/(testing|kill-driver)\.ts$/

/**
 * The rooms of each package (the folders in its `src`), from the code's imports, without tests.
 *
 * @returns {Promise<{name: string, rooms: {name: string, inner: string[], uses: string[]}[], imports: {from: string, to: string,
 * count: number}[], uses: Map<string, number>}[]>} `uses`: other packages; rooms are ordered so that they import from rooms above
 * them, as far as possible
 */
export async function readRooms() {
  const depcruise = inProject('node_modules', '.bin', 'depcruise')
  const { exitCode, output } = await capture(depcruise, ['packages', '--output-type', 'json'])
  if (!output.startsWith('{')) throw new Failure(`dependency-cruiser said (${exitCode}): ${output}`)
  const imports = JSON.parse(output).modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: placeOf(source), to: placeOf(resolved) })),
  )
  return PACKAGES.map(name =>
    roomsOf(
      name,
      imports.filter(({ from, to }) => from?.package === name && to),
    ),
  )
}

/** `packages/server/src/relay/plan/health/x.ts` → package server, room relay, inner routing. */
function placeOf(path) {
  const found = /^packages\/(\w+)\/src\/(?:([\w-]+)\/)?(?:([\w-]+)\/)?(?:[\w-]+\/)*[^/]+\.tsx?$/.exec(path)
  if (!found || TEST_SUPPORT.test(path)) return undefined
  return { package: found[1], room: found[2], inner: found[3] }
}

function roomsOf(name, imports) {
  const rooms = new Map()
  const between = new Map()
  const uses = new Map()
  for (const { from, to } of imports) {
    if (to.package !== name) uses.set(to.package, (uses.get(to.package) ?? 0) + 1)
    if (!from.room) continue
    const room = rooms.get(from.room) ?? { name: from.room, inner: new Set(), uses: new Set() }
    rooms.set(from.room, room)
    if (from.inner) room.inner.add(from.inner)
    if (to.package !== name) room.uses.add(to.package)
    else if (to.room && to.room !== from.room) {
      const key = `${from.room} ${to.room}`
      between.set(key, (between.get(key) ?? 0) + 1)
      if (!rooms.has(to.room)) rooms.set(to.room, { name: to.room, inner: new Set(), uses: new Set() })
    }
  }
  const edges = [...between].map(([key, count]) => ({ from: key.split(' ')[0], to: key.split(' ')[1], count }))
  const plain = [...rooms.values()].map(room => ({
    ...room,
    inner: [...room.inner].sort(),
    uses: [...room.uses].sort(),
  }))
  return { name, rooms: inOrder(plain, edges), imports: edges.sort(byEnds), uses }
}

const byEnds = (a, b) => (`${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1)

/** Each next room is the one that imports least from rooms not yet placed. */
function inOrder(rooms, imports) {
  const left = new Map(rooms.map(room => [room.name, room]))
  const stillImports = name => {
    const open = imports.filter(({ from, to }) => from === name && left.has(to))
    return open.reduce((sum, { count }) => sum + count, 0)
  }
  const placed = []
  while (left.size > 0) {
    const names = [...left.keys()].sort()
    const next = names.reduce((best, name) => (stillImports(name) < stillImports(best) ? name : best))
    placed.push(left.get(next))
    left.delete(next)
  }
  return placed
}
