import { LOG_TYPE } from '@tollgate/contract'
import type { Db } from '../../../platform/storage/db.ts'
import type { UserRow } from '../../../platform/storage/schema.ts'
import type { RecordsContext } from '../../context.ts'
import { messageColumns } from '../message.ts'
import { insertLog } from '../store.ts'

interface Origin {
  app: Pick<RecordsContext, 'db' | 'now'>
  ip: string
  userAgent?: string | null
  /** The transaction of the act. */
  db?: Db
}

const LONGEST_USER_AGENT = 255

/** Logs an act on one's own account, such as a sign-in: a row of type "system", for the user and for administrators. */
export async function recordOwnAct(
  user: Pick<UserRow, 'id' | 'username'>,
  code: 'signed_in' | 'password_reset' | 'reset_link_withheld',
  { app, ip, userAgent, db = app.db }: Origin,
): Promise<void> {
  const user_agent = userAgent?.slice(0, LONGEST_USER_AGENT)
  await insertLog(db, {
    type: LOG_TYPE.system,
    created_at: app.now(),
    user_id: user.id,
    username: user.username,
    ...messageColumns(code, { actor: user.username, ip }, String, {
      admin_info: { ip, ...(user_agent && { user_agent }) },
    }),
  })
}
