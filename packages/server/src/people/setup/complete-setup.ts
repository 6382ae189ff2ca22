import { PASSWORD_MIN_LENGTH, ROLE, USERNAME_MAX_LENGTH } from '@tollgate/contract'
import { credit } from '../../money/ledger/index.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { randomText } from '../../platform/process/random-text.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import type { PeopleContext } from '../context.ts'
import { hashPassword } from '../users/password.ts'
import { hasRootUser, insertUser } from '../users/store.ts'
import { isSetUp, markSetUp } from './store.ts'

const ROOT_DISPLAY_NAME = 'Root User'
const ROOT_QUOTA = 100_000_000
const INVITE_CODE_LENGTH = 4

interface Form {
  username?: string
  password?: string
  confirmPassword?: string
  SelfUseModeEnabled: boolean
  DemoSiteEnabled: boolean
}

/**
 * Creates the super admin, unless there is one, and stores how the site is used. Only one of several concurrent calls
 * succeeds.
 */
export async function completeSetup(app: PeopleContext, form: Form): Promise<void> {
  if (await isSetUp(app.db)) throw consoleError('setup_done')
  const account = (await hasRootUser(app.db)) ? null : checkAccount(form)
  const password = account && (await hashPassword(account.password))

  await inTransaction(app.db, async db => {
    if (!(await markSetUp(db, app.version, app.now()))) throw consoleError('setup_done')
    if (account && password) await makeRoot(db, { username: account.username, password }, app.now())
  })
  await app.options.set('SelfUseModeEnabled', String(form.SelfUseModeEnabled))
  await app.options.set('DemoSiteEnabled', String(form.DemoSiteEnabled))
}

/** At the start, marks the set-up as done if the database already has a super admin. */
export async function recogniseSetup({
  db,
  version,
  now,
}: Pick<PeopleContext, 'db' | 'version' | 'now'>): Promise<void> {
  if (!(await isSetUp(db)) && (await hasRootUser(db))) await markSetUp(db, version, now())
}

function checkAccount({ username = '', password = '', confirmPassword = '' }: Form) {
  const name = username.trim()
  if (name === '') throw consoleError('setup_username_empty', {}, 'username')
  if ([...name].length > USERNAME_MAX_LENGTH)
    throw consoleError('username_too_long', { limit: USERNAME_MAX_LENGTH }, 'username')
  if ([...password].length < PASSWORD_MIN_LENGTH) throw consoleError('setup_password_short', {}, 'password')
  if (password !== confirmPassword) throw consoleError('setup_password_mismatch', {}, 'confirmPassword')
  return { username: name, password }
}

async function makeRoot(db: Db, account: { username: string; password: string }, now: number): Promise<void> {
  const userId = await insertUser(db, {
    ...account,
    display_name: ROOT_DISPLAY_NAME,
    role: ROLE.root,
    aff_code: randomText(INVITE_CODE_LENGTH),
    created_at: now,
  })
  await credit(db, { userId, amount: ROOT_QUOTA, reference: `grant:set-up:${userId}`, now })
}
