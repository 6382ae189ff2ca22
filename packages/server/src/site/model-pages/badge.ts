import { escaped } from './escaped.ts'

/** Pixels, as usual badges have them. A letter's width is that of a usual one, and the text is fitted into it. */
const HEIGHT = 20
const LETTER = 6.6
const PADDING = 6
const LONGEST = 48

const COLOURS = [
  { least: 995, colour: '#2e7d32' },
  { least: 950, colour: '#8a6d00' },
  { least: 0, colour: '#b3261e' },
] as const
const UNKNOWN = '#5f6368'

/** Draws a badge with a model's name and its uptime. @param answered in thousandths; null: too few calls */
export function drawBadge(model: string, answered: number | null): string {
  const share = answered === null ? '–' : `${answered / 10} %`
  const label = [...model].length > LONGEST ? `${[...model].slice(0, LONGEST - 1).join('')}…` : model
  const colour = answered === null ? UNKNOWN : COLOURS.find(({ least }) => answered >= least)?.colour
  const [left, right] = [label, share].map(text => Math.round([...text].length * LETTER) + 2 * PADDING) as [
    number,
    number,
  ]
  const text = (words: string, x: number, width: number) =>
    `<text x="${x + width / 2}" y="14" textLength="${width - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${escaped(words)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img">`,
    `<title>${escaped(`${model}: ${share}`)}</title>`,
    `<rect width="${left + right}" height="${HEIGHT}" rx="3" fill="#3c4043"/>`,
    `<path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v${HEIGHT - 6}a3 3 0 0 1 -3 3h-${right - 3}z" fill="${colour}"/>`,
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
    `${text(label, 0, left)}${text(share, left, right)}</g></svg>`,
  ].join('')
}
