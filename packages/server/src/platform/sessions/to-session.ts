import type { Session } from '@tollgate/contract'
import type { Selectable } from 'kysely'
import type { SessionsTable } from '../storage/schema.ts'

/** Enough of a session's hash to name it among those of one user. */
const SHOWN_ID_LENGTH = 16

/** Returns a session as the console sees it: the hash is cut, so that no list of them can be used to look sessions up. */
export const toSession = ({ user_id, id, confirmed_at, ...session }: Selectable<SessionsTable>): Session => ({
  ...session,
  id: id.slice(0, SHOWN_ID_LENGTH),
})
