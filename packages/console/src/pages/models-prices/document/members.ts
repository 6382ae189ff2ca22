/** The members of a price document that the form has fields for. Whatever else a document holds stays as it is. */

/** Kinds of tokens, in dollars a million. */
export const TOKEN_KINDS = [
  'input',
  'output',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'image_input',
  'image_output',
  'audio_input',
  'audio_output',
] as const

/** Single numbers beside the tokens: dollars, and the share of a batch. */
export const NUMBERS = ['call', 'characters', 'minutes', 'batch'] as const

export interface RowColumn {
  name: string
  kind: 'dollars' | 'number' | 'text' | 'flag'
}

const dollars = (name: string): RowColumn => ({ name, kind: 'dollars' })
const text = (name: string): RowColumn => ({ name, kind: 'text' })

/** Members that are lists, with the columns of their rows and a new row. */
export const LISTS = {
  tiers: { columns: [{ name: 'above', kind: 'number' }, ...TOKEN_KINDS.map(dollars)], added: {} },
  hours: {
    columns: [text('from'), text('to'), text('zone'), { name: 'factor', kind: 'number' }],
    added: { zone: 'UTC' },
  },
  images: { columns: [text('size'), text('quality'), dollars('price')], added: {} },
  seconds: { columns: [text('resolution'), { name: 'sound', kind: 'flag' }, dollars('price')], added: {} },
} as const satisfies Record<string, { columns: readonly RowColumn[]; added: object }>
export type ListName = keyof typeof LISTS
export const LIST_NAMES = Object.keys(LISTS) as ListName[]

/** Fees of tools are an object by name; their rows are these two. */
export const TOOL_COLUMNS: readonly RowColumn[] = [text('tool'), dollars('price')]
