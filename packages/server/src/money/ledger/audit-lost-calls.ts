import { LOG_TYPE, type LogOther } from '@tollgate/contract'
import type { Db } from '../../platform/storage/db.ts'
import { requestReference } from './call-entries.ts'

/** A call that was charged although its log row says that its hold was refunded. */
export interface ChargedLostCall {
  /** The user's id. */
  id: number
  what: string
}

const PAGE = 200

export async function findChargedLostCalls(db: Db): Promise<ChargedLostCall[]> {
  const found: ChargedLostCall[] = []
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('logs')
      .select(['id', 'user_id', 'request_id', 'other'])
      .where('type', '=', LOG_TYPE.error)
      .where('error_code', '=', 'server_stopped')
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    const references = rows.map(row => requestReference(callIdIn(row.other)))
    const charged = new Set(
      references.length === 0
        ? []
        : (
            await db.selectFrom('ledger_entries').select('reference').where('reference', 'in', references).execute()
          ).map(entry => entry.reference),
    )
    for (const [at, { id, user_id, request_id }] of rows.entries())
      if (charged.has(references[at] as string))
        found.push({
          id: user_id,
          what: `row ${id} says that request ${request_id} was given back, and it was charged`,
        })
    if (rows.length < PAGE) return found
    last = rows.at(-1)?.id ?? last
  }
}

function callIdIn(other: string | null): string {
  try {
    return (JSON.parse(other ?? '{}') as LogOther).call_id ?? ''
  } catch {
    return ''
  }
}
