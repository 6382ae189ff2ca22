import type pg from 'pg'
import { type Batch, BatchMismatch, type BatchRows, type BatchStatement } from './batch.ts'

/** The error code of `tollgate_mismatch`, which migration 0008 creates. */
const MISMATCH = 'TG001'

/**
 * Runs a batch as one statement on PostgreSQL: one round trip, one commit, and no frozen client can leave its
 * transaction open. Every statement is part of one `with`; the last part compares how many rows each must change with
 * how many it did.
 */
export const postgresBatch =
  (pool: pg.Pool): Batch =>
  async statements => {
    const { name, text } = combined(statements)
    const values = statements.flatMap(({ parameters, expect }) =>
      expect === undefined ? parameters : [...parameters, expect],
    )
    try {
      const { rows } = await pool.query({ name, text, values })
      const row = rows[0] as Record<string, unknown>
      return statements.map((_, index) => (row[`rows${index}`] ?? []) as BatchRows)
    } catch (error) {
      if ((error as { code?: string }).code === MISMATCH) throw new BatchMismatch((error as Error).message)
      throw error
    }
  }

interface Combined {
  /** Name for PostgreSQL's cache of prepared statements. */
  name: string
  text: string
}

const known = new Map<string, Combined>()
const numbers = new Map<string, number>()

/** Numbers the texts, so that long texts are not joined into a key. */
function numberOf(text: string): number {
  const number = numbers.get(text) ?? numbers.size
  numbers.set(text, number)
  return number
}

function combined(statements: readonly BatchStatement[]): Combined {
  const key = statements
    .map(({ text, expect, what = '' }) => `${numberOf(text)} ${expect === undefined ? '' : numberOf(what)}`)
    .join()
  const found = known.get(key)
  if (found) return found
  const made = { name: `batch_${known.size}`, text: combine(statements) }
  known.set(key, made)
  return made
}

function combine(statements: readonly BatchStatement[]): string {
  const parts: string[] = []
  const columns: string[] = []
  let parameters = 0
  for (const [index, { text, parameters: own, expect, what = '' }] of statements.entries()) {
    const before = parameters
    const returns = /\breturning\b/i.test(text)
    const moved = text.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + before}`)
    parts.push(`part${index} as (${moved}${returns ? '' : ' returning 1'})`)
    parameters += own.length
    if (expect !== undefined) {
      parameters += 1
      const count = `(select count(*) from part${index})`
      const said = `'${what.replaceAll("'", "''")}'`
      columns.push(
        `case when ${count} != $${parameters}::bigint then tollgate_mismatch(${said}) end as checked${index}`,
      )
    }
    if (returns) columns.push(`(select json_agg(part${index}) from part${index}) as rows${index}`)
  }
  return `with ${parts.join(', ')} select ${columns.join(', ')}`
}
