import { bun, bunEnvironment } from '../../scripts/lib/bun.mjs'
import { capture } from '../../scripts/lib/run.mjs'
import { type Place, withSql } from '../lib/database.ts'

/** A rule that must hold in the end, and the finding. */
export interface Check {
  name: string
  holds: boolean
  found: string
}

/**
 * Checks the books of a database after its gateway stopped: audit, unfinished holds and leases, and charges of full
 * answers.
 */
export async function checkBooks(place: Place, full: Set<string>): Promise<Check[]> {
  const audited = await capture(bun, ['packages/server/src/main.ts', 'audit'], {
    env: { ...bunEnvironment, ...place },
  })
  const lines = audited.output.trim().split('\n')
  const summary = lines.find(line => /^✓|found\.$/.test(line)) ?? lines.at(-1) ?? ''
  const uncharged = lines.filter(line => line.startsWith('!')).join('; ')
  return [
    { name: 'the books balance', holds: audited.exitCode === 0, found: summary },
    { name: 'calls that may not have been charged are told', holds: true, found: uncharged || 'there are none' },
    ...(await withSql(place, async run => {
      const count = async (statement: string) => Number((await run(statement))[0]?.n ?? 0)
      const isThere = (column: string, table: string) =>
        run(`select ${column} from ${table} limit 1`).then(
          () => true,
          () => false,
        )
      const zero = async (name: string, column: string, table: string, statement: string): Promise<Check[]> => {
        if (!(await isThere(column, table))) return []
        const found = await count(statement)
        return [{ name, holds: found === 0, found: String(found) }]
      }
      const entries = await run(`select reference from ledger_entries where reference like 'request:%'`)
      const charged = new Set(entries.map(({ reference }) => String(reference).slice('request:'.length)))
      const missing = [...full].filter(id => !charged.has(id))
      return [
        {
          name: 'every answer in full is charged',
          holds: missing.length === 0,
          found: `${missing.length} of ${full.size} are not${missing[0] ? `, such as ${missing[0]}` : ''}`,
        },
        ...(await zero('no lease is left', 'node', 'leases', 'select count(*) as n from leases where taken > spent')),
        ...(await zero(
          'no quota is left with a node',
          'leased',
          'users',
          'select count(*) as n from users where leased <> 0',
        )),
        ...(await zero(
          'no balance is below zero',
          'quota',
          'users',
          'select count(*) as n from users where quota < 0',
        )),
      ]
    })),
  ]
}
