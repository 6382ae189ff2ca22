/** One ratio between two groups, as typed. */
export interface RatioRow {
  users: string
  calls: string
  ratio: string
}

/** The ratios of a JSON object: user group → group of the call → ratio. undefined: the text is not one. */
export function readRatios(text: string): RatioRow[] | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}')
    if (!isObject(value)) return undefined
    const rows: RatioRow[] = []
    for (const [users, ratios] of Object.entries(value)) {
      if (!isObject(ratios)) return undefined
      for (const [calls, ratio] of Object.entries(ratios)) rows.push({ users, calls, ratio: String(ratio) })
    }
    return rows
  } catch {
    return undefined
  }
}

/** The rows with both names as a JSON object. A number that is none stays text, for the check to refuse. */
export function writeRatios(rows: readonly RatioRow[]): string {
  const written = new Map<string, Map<string, unknown>>()
  for (const [index, row] of rows.entries()) {
    const { users, calls } = namesOf(row)
    if (users === '' || calls === '' || isRepeated(rows, index)) continue
    const ratios = written.get(users) ?? new Map()
    written.set(users, ratios.set(calls, NUMBER.test(row.ratio.trim()) ? Number(row.ratio) : row.ratio))
  }
  const members = [...written].map(([users, ratios]) => [users, Object.fromEntries(ratios)])
  return JSON.stringify(Object.fromEntries(members), null, 2)
}

/** Whether a row repeats the groups of an earlier one, which stays as it is. */
export function isRepeated(rows: readonly RatioRow[], index: number): boolean {
  const row = rows[index]
  if (!row) return false
  const { users, calls } = namesOf(row)
  if (users === '' || calls === '') return false
  return rows.slice(0, index).some(other => namesOf(other).users === users && namesOf(other).calls === calls)
}

const namesOf = ({ users, calls }: RatioRow) => ({ users: users.trim(), calls: calls.trim() })

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const NUMBER = /^-?\d+(\.\d+)?$/
