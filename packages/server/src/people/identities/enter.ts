import { USER_STATUS } from '@tollgate/contract'
import type { Transaction } from 'kysely'
import { consoleError } from '../../platform/http/console-error.ts'
import { isMailAddress } from '../../platform/mail/mail-address.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { lockName } from '../../platform/storage/lock-name.ts'
import type { Tables, UserRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { accepted } from '../invitations/accept.ts'
import { findOpen } from '../invitations/store.ts'
import { checkEmail } from '../registration/check-email.ts'
import { isSetUp } from '../setup/store.ts'
import { findUser, isEmailTaken, lockEmail } from '../users/store.ts'
import { applyGranted } from './apply-granted.ts'
import { createWithFreeName } from './free-name.ts'
import type { Identity } from './provider.ts'
import { giveIdentity, usersOfIdentity } from './store.ts'

const DISPLAY_NAME_LENGTH = 20

/** How somebody arrives from another site. */
interface Arrival {
  /** The invite code of a user. */
  inviteCode: string
  /** The code of the invitation to the site that their browser has opened; empty: none. */
  invitation: string
  ip: string
}

/**
 * Returns the one user of an identity, or creates one if the provider and the operator allow it, or an invitation.
 * Concurrent callbacks create one user. An account is never looked up by its e-mail address.
 */
export async function enter(app: PeopleContext, identity: Identity, by: Arrival): Promise<UserRow> {
  if (!(await isSetUp(app.db))) throw consoleError('setup_missing')
  const user = await inTransaction(app.db, async db => {
    await lockIdentity(db, identity)
    const user = (await existing(db, identity)) ?? (await newUser(db, app, identity, by))
    if (user.status === USER_STATUS.banned) throw consoleError('sign_in_banned')
    return applyGranted(db, app, user, identity, by.ip)
  })
  if (identity.granted) await app.changeEvents.emit('users', user.id)
  return user
}

/** Locks the identity until the transaction ends, so that nobody else can give it to a user. */
export const lockIdentity = (db: Transaction<Tables>, { provider, subject }: Identity): Promise<void> =>
  lockName(db, `identity ${typeof provider.place === 'string' ? provider.place : provider.place.slug} ${subject}`)

/**
 * Returns the user of an identity, also by the values that older versions stored. Throws when there is none or several.
 */
async function existing(db: Transaction<Tables>, identity: Identity): Promise<UserRow | undefined> {
  const { provider, subject, formerSubject } = identity
  const user = oneOf(identity, await usersOfIdentity(db, provider.place, subject))
  if (user || formerSubject === undefined) return user
  const former = oneOf(identity, await usersOfIdentity(db, provider.place, formerSubject))
  if (!former) return undefined
  await giveIdentity(db, former.id, provider.place, subject)
  return findUser(db, former.id)
}

function oneOf({ provider: { name } }: Identity, users: UserRow[]): UserRow | undefined {
  const [living, another] = users.filter(user => user.deleted_at === null)
  if (another) throw consoleError('identity_ambiguous', { provider: name })
  // Otherwise somebody could cancel their account and return repeatedly for the quota of new users.
  if (!living && users.length > 0) throw consoleError('identity_cancelled', { provider: name })
  return living
}

async function newUser(
  db: Transaction<Tables>,
  app: PeopleContext,
  identity: Identity,
  { inviteCode, invitation, ip }: Arrival,
): Promise<UserRow> {
  const { provider, subject, name, displayName } = identity
  const invited = invitation === '' ? undefined : await findOpen(db, invitation, app)
  if (!invited && !provider.makesUsers) throw consoleError('identity_unknown', { provider: provider.name })
  if (!invited && !app.options.get('RegisterEnabled')) throw consoleError('register_disabled')
  const user = await createWithFreeName(
    db,
    {
      wanted: name,
      password: '',
      display_name: [...displayName.replace(/\p{C}/gu, '')].slice(0, DISPLAY_NAME_LENGTH).join(''),
      email: await emailFor(db, app, identity),
      inviteCode,
    },
    app,
  )
  await giveIdentity(db, user.id, provider.place, subject)
  if (invited) await accepted(db, invited, user, { app, clientIp: ip })
  return (await findUser(db, user.id)) ?? user
}

/** The verified address, if the operator accepts it and nobody has it. */
async function emailFor(db: Transaction<Tables>, app: PeopleContext, { email }: Identity): Promise<string> {
  if (!isMailAddress(email)) return ''
  try {
    checkEmail(email, app.options)
  } catch {
    return ''
  }
  await lockEmail(db, email)
  return (await isEmailTaken(db, email)) ? '' : email
}
