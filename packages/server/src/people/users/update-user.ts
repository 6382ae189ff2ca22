import type { CheckedInputOf, calls } from '@tollgate/contract'
import { recallPeriod } from '../../money/ledger/index.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Options } from '../../platform/options/index.ts'
import { endSessionsOf } from '../../platform/sessions/store.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import type { UserRow } from '../../platform/storage/schema.ts'
import { describeChanges } from '../../records/logs/acts/describe-changes.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import type { PeopleContext } from '../context.ts'
import { changeAccount } from './change-account.ts'
import { changeQuota } from './change-quota.ts'
import { checkNewPassword, checkUsername } from './check-account.ts'
import { hashPassword } from './password.ts'
import { findUser } from './store.ts'
import { userBelow } from './user-below.ts'

type Change = CheckedInputOf<typeof calls.userAdmin.update>['body']

const TOLD = {
  username: 'value',
  display_name: 'value',
  group: 'value',
  password: 'name',
  quota_period: { '': 'none', day: 'day', week: 'week', month: 'month' },
  period_quota: 'quota',
  remark: 'value',
} as const

/** Changes a user of lower role; omitted fields stay. A new password ends their sessions. */
export async function updateUser(actor: Actor<PeopleContext>, { id, quota, ...fields }: Change): Promise<UserRow> {
  const { app, caller } = actor
  const { username: current } = await userBelow(app.db, caller, id)
  const change = await columnsOf(fields, current, app.options)
  await recallPeriod(app, 'user', id, fields)
  await inTransaction(app.db, async db => {
    const user = await userBelow(db, caller, id)
    await changeAccount(db, id, change)
    if (change.password !== undefined) await endSessionsOf(db, id)
    const changes = describeChanges(user, { ...user, ...change }, TOLD)
    if (changes.length > 0)
      await recordAct(actor, 'user_changed', { id, name: user.username, changes: { changes } }, { db })
  })
  if (quota !== undefined) await changeQuota(actor, id, { mode: 'override', value: quota })
  await app.changeEvents.emit('users', id)
  const user = await findUser(app.db, id)
  if (!user) throw consoleError('user_not_found')
  return user
}

/** An unchanged name is not checked, because an imported one may exceed the limit. */
async function columnsOf(
  { username, password, ...rest }: Omit<Change, 'id' | 'quota'>,
  current: string,
  options: Options,
) {
  if (rest.group !== undefined && !Object.hasOwn(options.get('GroupRatio'), rest.group))
    throw consoleError('user_group_unknown', { group: rest.group }, 'group')
  const name = username === undefined || username === current ? undefined : checkUsername(username)
  if (password) checkNewPassword(password)
  return {
    ...rest,
    ...(name !== undefined && { username: name }),
    ...(password && { password: await hashPassword(password) }),
  }
}
