import type { Session } from '@tollgate/contract'
import type { Selectable } from 'kysely'
import type { SessionsTable } from '../storage/schema.ts'

/** Enough of a session's hash to tell one user's sessions apart. */
const SHOWN_ID_LENGTH = 16

/**
 * Returns a session as the console sees it. The hash is shortened, so that a list of sessions cannot be used to look
 * them up.
 */
export const toSession = ({ user_id, id, confirmed_at, provider, ...session }: Selectable<SessionsTable>): Session => ({
  ...session,
  id: id.slice(0, SHOWN_ID_LENGTH),
})
