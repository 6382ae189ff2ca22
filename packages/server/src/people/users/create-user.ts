import type { Insertable } from 'kysely'
import { consoleError } from '../../platform/http/console-error.ts'
import { randomText } from '../../platform/process/random-text.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import type { UserRow, UsersTable } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { welcome } from '../invites/welcome.ts'
import { findUser, findUserByInviteCode, insertIfNew, isNameTaken } from './store.ts'

const INVITE_CODE_LENGTH = 4

/** A new user, from any way of registering. Missing fields are empty or the table's default. */
export interface Newcomer
  extends Pick<
    Insertable<UsersTable>,
    | 'display_name'
    | 'email'
    | 'github_id'
    | 'oidc_id'
    | 'wechat_id'
    | 'telegram_id'
    | 'linux_do_id'
    | 'agreed_at'
    | 'agreed_to'
  > {
  /** Checked by `checkUsername`. */
  username: string
  /** A hash; empty for somebody who signs in through another site. */
  password: string
  /** The invite code they used; an unknown code is ignored. */
  inviteCode?: string | undefined
}

type Means = Pick<PeopleContext, 'options' | 'now'>

/**
 * Creates a user with their own invite code, and credits them and their inviter by the options, all or nothing. Every
 * way of registering ends here.
 * @throws ApiError `username_taken`, also for a name that differs only in case, because the two could be confused
 */
export function createUser(db: Db, { inviteCode, ...newcomer }: Newcomer, { options, now }: Means): Promise<UserRow> {
  return inTransaction(db, async db => {
    const id = await insert(db, { ...newcomer, created_at: now() })
    const inviter = inviteCode ? await findUserByInviteCode(db, inviteCode) : undefined
    await welcome(db, { id, username: newcomer.username, inviter }, { options, now: now() })
    const user = await findUser(db, id)
    if (!user) throw new Error(`user ${id} was just created but is missing`)
    return user
  })
}

async function insert(db: Db, user: Omit<Insertable<UsersTable>, 'quota' | 'aff_code'>): Promise<number> {
  while (true) {
    if (await isNameTaken(db, user.username)) throw consoleError('username_taken', {}, 'username')
    // Refused only if somebody has just taken the name, or has the invite code.
    const id = await insertIfNew(db, { ...user, aff_code: randomText(INVITE_CODE_LENGTH) })
    if (id !== undefined) return id
  }
}
