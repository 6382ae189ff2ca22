import type { Change, Difference } from './change.ts'
import { escapedLine } from './printable.ts'

const SIGNS = { add: '+', change: '~' }
const LONGEST = 200

/** The plan as text: one item after another, each with its differences. */
export function planText(changes: readonly Change[], hide: (text: string) => string): string {
  if (changes.length === 0) return 'Nothing differs.'
  return changes
    .flatMap(({ kind, what, lines, left }) => [
      `${left ? '!' : SIGNS[kind]} ${escapedLine(hide(what))}`,
      ...lines.map(line => `    ${differenceText(line, hide)}`),
      ...(left ? [`    ${left}`] : []),
    ])
    .join('\n')
}

function differenceText({ name, before, after }: Difference, hide: (text: string) => string): string {
  const shown = (text: string) => cut(escapedLine(hide(text)))
  const label = name ? `${escapedLine(hide(name))}: ` : ''
  if (before === undefined) return `+ ${label}${shown(after ?? '')}`
  if (after === undefined) return `- ${label}${shown(before)}`
  return `${label}${shown(before) || '(empty)'} → ${shown(after) || '(empty)'}`
}

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
