import type { Insertable } from 'kysely'
import { consoleError } from '../../platform/http/console-error.ts'
import { randomText } from '../../platform/process/random-text.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import type { UserRow, UsersTable } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { welcome } from '../invites/welcome.ts'
import { findUser, findUserByInviteCode, insertIfNew, isNameTaken } from './store.ts'

const INVITE_CODE_LENGTH = 4

/** A new user as the way in knows them. What is left out is empty, or the table's default. */
export interface Newcomer
  extends Pick<
    Insertable<UsersTable>,
    'display_name' | 'email' | 'github_id' | 'oidc_id' | 'wechat_id' | 'telegram_id' | 'linux_do_id'
  > {
  /** Checked by `checkUsername`. */
  username: string
  /** Its hash; empty for somebody who signs in through another site. */
  password: string
  /** The invite code they came with; one that nobody has is ignored. */
  inviteCode?: string | undefined
}

type Means = Pick<PeopleContext, 'options' | 'now'>

/**
 * Makes a user with an invite code of their own, and credits them and their inviter as the options say, all or nothing.
 * Every way into the system ends here.
 *
 * @throws ApiError `username_taken`, also for a name that differs only in case: it would be taken for the other
 */
export function createUser(db: Db, { inviteCode, ...newcomer }: Newcomer, { options, now }: Means): Promise<UserRow> {
  return inTransaction(db, async db => {
    const id = await insert(db, { ...newcomer, created_at: now() })
    const inviter = inviteCode ? await findUserByInviteCode(db, inviteCode) : undefined
    await welcome(db, { id, username: newcomer.username, inviter }, { options, now: now() })
    const user = await findUser(db, id)
    if (!user) throw new Error(`user ${id} was just made and is not there`)
    return user
  })
}

async function insert(db: Db, user: Omit<Insertable<UsersTable>, 'quota' | 'aff_code'>): Promise<number> {
  while (true) {
    if (await isNameTaken(db, user.username)) throw consoleError('username_taken', {}, 'username')
    // Refused only for a name that was taken this moment, or an invite code that somebody has.
    const id = await insertIfNew(db, { ...user, aff_code: randomText(INVITE_CODE_LENGTH) })
    if (id !== undefined) return id
  }
}
