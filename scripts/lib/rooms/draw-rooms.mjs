const WIDTH = 1200
const BOX = { width: 146, height: 24, gap: 8 }
const COLUMN = { first: 40, step: 292, top: 118 }
const INNER_LINE = 13
const INNER_CHARACTERS = 24

/** The subtitle of each package. */
const ABOUT = {
  console: 'the React console',
  contract: 'what both sides say',
  gateway: 'pure: formats, planning, prices',
  server: 'HTTP, storage, ledger, relay',
}

/** Line width by number of imports, in classes, so that one more import seldom changes the picture. */
const WIDTHS = [
  { from: 25, width: 4.5, opacity: 0.75 },
  { from: 9, width: 3, opacity: 0.65 },
  { from: 3, width: 1.7, opacity: 0.5 },
  { from: 1, width: 0.9, opacity: 0.4 },
]

const STYLE = `
  svg { --paper: #ffffff; --ink: #1f2430; --soft: #667085; --box: #f3f5f9; --edge: #c9d0dc; --line: #7a8699; --back: #d1453b;
    --contract: #2563c9; --gateway: #0d8a5f; --console: #8a4fc9; --server: #b4690e; }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #14171d; --ink: #e6e9ef; --soft: #98a2b3; --box: #1f242d; --edge: #3a4352; --line: #8793a6; --back: #ff7a70;
      --contract: #6aa3ff; --gateway: #45c796; --console: #c294ff; --server: #f0a94a; }
  }
  text { font-family: system-ui, -apple-system, "Segoe UI", sans-serif; fill: var(--ink); font-size: 13px; }
  .package { font-size: 19px; font-weight: 600; }
  .soft { fill: var(--soft); font-size: 11px; }
  .inner { fill: var(--soft); font-size: 10px; }
  .box { fill: var(--box); stroke: var(--edge); }
  .import { fill: none; stroke: var(--line); }
  .back { stroke: var(--back); }
  .head { fill: var(--line); }
  .head.back { fill: var(--back); stroke: none; }`

/** Draws the rooms: packages as columns, folders as boxes, imports as arcs. The same rooms give the same text. */
export function drawRooms(packages) {
  const columns = packages.map((pack, at) => place(pack, COLUMN.first + at * COLUMN.step))
  const height = Math.max(...columns.map(({ bottom }) => bottom)) + 54
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="The rooms of the four packages and what they import">`,
    `<!-- Made from the code's imports by \`npm run docs\`. -->`,
    `<style>${STYLE}\n</style>`,
    `<rect width="${WIDTH}" height="${height}" rx="10" style="fill: var(--paper)"/>`,
    ...columns.flatMap(drawHeading),
    ...columns.flatMap(column => drawUses(column, columns)),
    ...columns.flatMap(drawImports),
    ...columns.flatMap(drawBoxes),
    ...drawLegend(height - 24),
    '</svg>',
    '',
  ].join('\n')
}

function place(pack, x) {
  let y = COLUMN.top
  const boxes = pack.rooms.map(room => {
    const lines = linesOf(room.inner)
    const box = { ...room, lines, x, y, height: BOX.height + lines.length * INNER_LINE }
    y += box.height + BOX.gap
    return { ...box, middle: box.y + BOX.height / 2 }
  })
  return { ...pack, x, boxes, bottom: y }
}

/** The folders inside a room, in lines that fit its box. */
function linesOf(names) {
  const lines = []
  for (const name of names) {
    const longer = lines.length > 0 ? `${lines.at(-1)} · ${name}` : name
    if (lines.length === 0 || longer.length > INNER_CHARACTERS) lines.push(name)
    else lines[lines.length - 1] = longer
  }
  return lines
}

const drawHeading = ({ name, x }) => [
  `<text class="package" x="${x}" y="74" style="fill: var(--${name})">${name}</text>`,
  `<text class="soft" x="${x}" y="94">${ABOUT[name] ?? ''}</text>`,
]

/** Arrows between packages run above their names. */
function drawUses({ name, x, uses }, columns) {
  return [...uses].sort().flatMap(([other, count]) => {
    const target = columns.find(column => column.name === other)
    if (!target) return []
    const side = Math.sign(target.x - x)
    const [from, to] = [x + 44 + side * 26, target.x + 40 - side * (name === 'server' ? 46 : 26)]
    const rise = 52 - Math.abs(target.x - x) / 11
    const colour = `style="stroke: var(--${name}); fill: none" ${strokeOf(count)}`
    const head = `<path style="fill: var(--${name})" d="M${to} 56 l-4.5 -9 h9 z"/>`
    return [`<path ${colour} d="M${from} 56 C${from} ${round(rise)} ${to} ${round(rise)} ${to} 48"/>`, head]
  })
}

function drawImports({ boxes, imports }) {
  const at = new Map(boxes.map((box, row) => [box.name, { ...box, row }]))
  return imports.map(({ from, to, count }) => {
    const [start, end] = [at.get(from), at.get(to)]
    const isBack = end.row > start.row // against the order of the rooms
    const side = isBack ? -1 : 1
    const x = start.x + (isBack ? 0 : BOX.width)
    const bend = x + side * Math.min(isBack ? 36 : 150, 16 + 7 * Math.abs(end.row - start.row))
    const tip = x + side * 7
    const kind = isBack ? ' back' : ''
    const line = `<path class="import${kind}" ${strokeOf(count)} d="M${x} ${start.middle + 4} C${bend} ${start.middle + 4} ${bend} ${end.middle - 3} ${tip} ${end.middle - 3}"/>`
    return `${line}<path class="head${kind}" d="M${x} ${end.middle - 3} l${side * 7} -3.5 v7 z"/>`
  })
}

const drawBoxes = ({ boxes }) =>
  boxes.flatMap(({ name, lines, uses, x, y, height }) => [
    `<rect class="box" x="${x}" y="${y}" width="${BOX.width}" height="${height}" rx="5"/>`,
    `<text x="${x + 9}" y="${y + 16.5}">${name}</text>`,
    ...lines.map((line, at) => `<text class="inner" x="${x + 9}" y="${y + 29 + at * INNER_LINE}">${line}</text>`),
    ...uses.map(
      (used, at) =>
        `<circle cx="${x + BOX.width - 11 - at * 11}" cy="${y + 12}" r="3.5" style="fill: var(--${used})"/>`,
    ),
  ])

const drawLegend = y => [
  `<text class="soft" x="${COLUMN.first}" y="${y}">An arc leads from a room to one it imports from; the wider, the more imports. Rooms stand below those they use; red runs against that. A dot: the room uses the package of that colour.</text>`,
]

const strokeOf = count => {
  const { width, opacity } = WIDTHS.find(({ from }) => count >= from)
  return `stroke-width="${width}" opacity="${opacity}"`
}
const round = number => Math.round(number * 10) / 10
