import { LOG_TYPE } from '@tollgate/contract'
import type { ColumnMetadata } from 'kysely'
import type { Db } from '../../src/platform/storage/db.ts'

/** Beyond every id that a test's own rows get. */
const FIRST_ID = 700_000
const LATER = 2_000_000_000

/** Who owns the rows: a user and a team that is theirs. */
export interface Somebody {
  userId: number
  teamId: number
}

/** What makes a row one that could be used, by table. */
const USABLE: Record<string, object> = {
  logs: { type: LOG_TYPE.consume },
  subscriptions: { status: 'active', period: 'month', beyond: 'wallet', price: 1 },
  team_members: { role: 'owner' },
  team_invitations: { role: 'member', expires_at: LATER },
  midjourneys: { status: 'SUCCESS' },
  relay_batches: { state: 'running', protocol: 'openai' },
  sessions: { expires_at: LATER },
  sign_in_states: { expires_at: LATER },
  user_messages: { title: 'theirs', text: 'theirs', ends_at: LATER, send_at: 1 },
}

/** Lists show this much of a session's id, and a call takes it. */
const SHOWN_OF_SESSION = 16

/** Summed up from other tables, and read together with them. */
const SUMS = /^(figure|log)_(sum|roll|token|archive)/

/**
 * Inserts a user, a team of theirs, and for both of them one row into every table with a column of its owner, so that a
 * new table is covered as soon as it exists. Ids are of no other row, in whatever table. Returns them all.
 */
export async function insertRowsOfSomebody(db: Db): Promise<Somebody & { ids: (string | number)[] }> {
  let last = FIRST_ID
  const tables = (await db.introspection.getTables()).filter(({ name }) => !name.startsWith('kysely_'))
  const ids = new Set<string | number>()
  const insert = async (name: string, fields: object): Promise<number> => {
    const table = tables.find(table => table.name === name)
    if (!table) throw new Error(`no table ${name}`)
    const id = ++last
    const value = ({ name: column, dataType }: ColumnMetadata) => {
      if (isText(dataType)) return `theirs-${name}-${column}-${id}`.replaceAll('_', '-')
      return isId(column) ? id : 1
    }
    const needed = table.columns.filter(
      ({ name, isNullable, hasDefaultValue, isAutoIncrementing }) =>
        name === 'id' || !(isNullable || hasDefaultValue || isAutoIncrementing),
    )
    const row = {
      ...Object.fromEntries(needed.map(column => [column.name, value(column)])),
      ...USABLE[name],
      ...fields,
    }
    await db
      .insertInto(name as never)
      .values(row as never)
      .execute()
    for (const [column, value] of Object.entries(row))
      if (isId(column) && (typeof value === 'string' || Number(value) > FIRST_ID)) ids.add(value as string | number)
    if (name === 'sessions') ids.add(`${(row as { id?: string }).id}`.slice(0, SHOWN_OF_SESSION))
    return 'id' in row ? Number(row.id) : id
  }

  const userId = await insert('users', { username: 'somebody', aff_code: 'somebody' })
  const teamId = await insert('users', { username: 'team@somebody', aff_code: 'team', is_team: 1 })
  for (const { name, columns } of tables) {
    const has = (column: string) => columns.some(({ name }) => name === column)
    if (name === 'users' || SUMS.test(name)) continue
    if (has('team_id')) await insert(name, { team_id: teamId, ...(has('user_id') && { user_id: userId }) })
    else
      for (const owner of ['user_id', 'used_user_id', 'owner_id', 'account_id'].filter(has))
        for (const id of [userId, teamId]) await insert(name, { ...(has('user_id') && { user_id: id }), [owner]: id })
  }
  return { userId, teamId, ids: [...ids] }
}

const isText = (dataType: string) => /text|char/i.test(dataType)
const isId = (column: string) => /(^|_)id$|_no$/.test(column) && !/^(channel|plan)_id$/.test(column)
