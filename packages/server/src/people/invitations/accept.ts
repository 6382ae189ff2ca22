import { type CheckedInputOf, type calls, ROLE, type ShownInvitation } from '@tollgate/contract'
import type { Transaction } from 'kysely'
import { consoleError } from '../../platform/http/console-error.ts'
import { readRights } from '../../platform/http/rights.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import type { Tables, UserRow } from '../../platform/storage/schema.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import type { PeopleContext } from '../context.ts'
import { agreement, rulesToAgreeTo } from '../users/agreement.ts'
import { checkPassword, checkUsername } from '../users/check-account.ts'
import { createUser } from '../users/create-user.ts'
import { hashPassword } from '../users/password.ts'
import { findUser, isEmailTaken, lockEmail, updateUser } from '../users/store.ts'
import { findOpen, markAccepted } from './store.ts'

type Form = CheckedInputOf<typeof calls.invitations.register>['body']
type Found = NonNullable<Awaited<ReturnType<typeof findOpen>>>

/** Describes an invitation to whoever has its code. */
export async function readInvitation(app: PeopleContext, code: string): Promise<ShownInvitation> {
  const { role, rights, group, email, inviter, expires_at } = await requireOpen(app.db, app, code)
  return { role, rights: readRights(rights), group, email, invited_by: inviter, expires_at }
}

/** Makes a new account with a name and a password for somebody who was invited, also while registration is closed. */
export async function registerInvited(app: PeopleContext, form: Form, ip: string): Promise<UserRow> {
  if (!app.options.get('PasswordLoginEnabled')) throw consoleError('password_login_disabled')
  const username = checkUsername(form.username)
  checkPassword(form.password)
  const rules = rulesToAgreeTo(app)
  if (rules !== '' && !form.agreed) throw consoleError('agreement_needed', {}, 'agreed')
  // Before the slow hash, so that strangers cannot cause it.
  await requireOpen(app.db, app, form.code)
  const password = await hashPassword(form.password)
  return inTransaction(app.db, async db => {
    const found = await requireOpen(db, app, form.code)
    const email = await freeEmail(db, found.email)
    const newcomer = { username, password, display_name: username, email, ...agreement(rules, app) }
    const user = await createUser(db, newcomer, app)
    return accepted(db, found, user, { app, clientIp: ip })
  })
}

/** Gives the caller what the invitation gives. Its role is never lower than theirs. */
export async function acceptAsUser({ app, caller, clientIp }: Actor<PeopleContext>, code: string): Promise<UserRow> {
  const user = await inTransaction(app.db, async db => {
    const found = await requireOpen(db, app, code)
    const user = await findUser(db, caller.id)
    if (!user) throw consoleError('session_missing')
    if (user.role >= ROLE.admin) throw consoleError('user_is_admin')
    const givesGroup = found.group !== '' && found.group !== user.group
    if (found.role === user.role && !givesGroup) throw consoleError('invitation_gives_nothing')
    return accepted(db, found, user, { app, clientIp })
  })
  await app.changeEvents.emit('users', user.id)
  return user
}

/** Gives a user who was just created what the invitation gives. */
export async function accepted(
  db: Transaction<Tables>,
  { id, role, rights, group, invited_by, inviter }: Found,
  user: UserRow,
  by: Pick<Actor<PeopleContext>, 'app' | 'clientIp'>,
): Promise<UserRow> {
  if (!(await markAccepted(db, id, user.id))) throw consoleError('invitation_over')
  const given = role === ROLE.admin ? { role, rights, rights_by: invited_by, rights_at: by.app.now() } : {}
  // A group may have been deleted since.
  const change = { ...given, ...(Object.hasOwn(by.app.options.get('GroupRatio'), group) && { group }) }
  await updateUser(db, user.id, change)
  await recordAct({ ...by, caller: user }, 'invitation_accepted', { id, inviter }, { db })
  if (role === ROLE.admin) {
    const actor = { ...by, caller: { id: invited_by, username: inviter } }
    await recordAct(actor, 'user_promoted', { id: user.id, name: user.username }, { db })
  }
  return { ...user, ...change }
}

async function requireOpen(db: PeopleContext['db'], app: PeopleContext, code: string): Promise<Found> {
  const found = await findOpen(db, code, app)
  if (!found) throw consoleError('invitation_over')
  return found
}

/** The address an invitation was mailed to is verified by its code; it is left out if somebody signs in with it. */
async function freeEmail(db: Transaction<Tables>, email: string): Promise<string> {
  if (email === '') return ''
  await lockEmail(db, email)
  return (await isEmailTaken(db, email)) ? '' : email
}
