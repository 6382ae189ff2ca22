import { type FunctionNode, SqliteQueryCompiler } from 'kysely'

/** Compiles `lower` to what other databases mean by it: SQLite's own knows only the letters of ASCII. */
export class FoldingQueryCompiler extends SqliteQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const [text] = node.arguments
    if (node.func !== 'lower' || !text) super.visitFunction(node)
    else
      FOLDED.forEach((part, at) => {
        if (at > 0) this.visitNode(text)
        this.append(part)
      })
  }
}

/** Upper-case letter and lower-case letter. */
type Pair = readonly [string, string]

/** Of the alphabets in use: more replacements than about 900 are too deep for SQLite. */
const CASED: readonly (readonly [from: number, to: number])[] = [
  [0x80, 0x58f],
  [0x1e00, 0x1fff],
  [0xff21, 0xff3a],
]
const CYRILLIC = [0x400, 0x45f] as const

const PAIRS = CASED.flatMap(([from, to]) => pairsIn(from, to))

function pairsIn(from: number, to: number): Pair[] {
  return Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at)).flatMap(letter => {
    const lower = letter.toLowerCase()
    return lower !== letter && lower.length === 1 ? [[letter, lower] as const] : []
  })
}

const span = ([from, to]: readonly [number, number]) => `${String.fromCharCode(from)}-${String.fromCharCode(to)}`

/** The text around the argument, which stands between each two parts: most texts need no replacement, or those of one alphabet. */
const [CYRILLIC_BEFORE, CYRILLIC_AFTER] = replacing(pairsIn(...CYRILLIC))
const [BEFORE, AFTER] = replacing(PAIRS)
const FOLDED = [
  'case when not ',
  ` glob '*[${CASED.map(span).join('')}]*' then lower(`,
  `) when not `,
  ` glob '*[^ -~${span(CYRILLIC)}]*' then ${CYRILLIC_BEFORE}lower(`,
  `)${CYRILLIC_AFTER} else ${BEFORE}lower(`,
  `)${AFTER} end`,
]

function replacing(pairs: readonly Pair[]): [before: string, after: string] {
  return ['replace('.repeat(pairs.length), pairs.map(([upper, lower]) => `,'${upper}','${lower}')`).join('')]
}
