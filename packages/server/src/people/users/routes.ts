import {
  AUTO_GROUP,
  autoGroups,
  type CheckedInputOf,
  calls,
  type ListedUser,
  type User,
  usableGroups,
} from '@tollgate/contract'
import { withPeriodUse } from '../../money/ledger/index.ts'
import { enabledModels, tokenGroups } from '../../money/pricing/groups.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { requireRight } from '../../platform/http/rights.ts'
import { ExtendedReply } from '../../platform/http/serve.ts'
import { menuItemsFor } from '../../platform/options/menu-items.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { readPage } from '../../platform/storage/page.ts'
import type { UserRow } from '../../platform/storage/schema.ts'
import { recordAct } from '../../records/logs/acts/record-act.ts'
import { type PeopleContext, serve } from '../context.ts'
import { countInbox } from '../user-messages/inbox.ts'
import { changeQuota } from './change-quota.ts'
import { checkPassword, checkUsername } from './check-account.ts'
import { createUser } from './create-user.ts'
import { userHistoryEndpoints } from './history.ts'
import { manageUser } from './manage-user.ts'
import { hashPassword } from './password.ts'
import { findUser, usersBy } from './store.ts'
import { toListedUser, toUser } from './to-user.ts'
import { unbindIdentity } from './unbind-identity.ts'
import { setLook, updateSetting } from './update-setting.ts'
import { updateUser } from './update-user.ts'
import { deleteView, keepView } from './views.ts'

async function listUsers(app: PeopleContext, query: CheckedInputOf<typeof calls.userAdmin.search>['query']) {
  const { rows, count } = usersBy(app.reports, { ...query, keyword: query.keyword.trim() })
  const page = await readPage(rows, count, query, toListedUser)
  return { ...page, items: await withPeriodUse(app.reports, 'user', page.items, app.now()) }
}

async function shown({ db, now }: PeopleContext, row: UserRow): Promise<User> {
  const [user = toUser(row)] = await withPeriodUse(db, 'user', [toUser(row)], now())
  return user
}

async function listed({ db, now }: PeopleContext, row: UserRow): Promise<ListedUser> {
  const [user = toListedUser(row)] = await withPeriodUse(db, 'user', [toListedUser(row)], now())
  return user
}

export const userEndpoints = [
  serve(calls.users.self, async (_, { app, caller }) => {
    const [user, inbox] = await Promise.all([shown(app, caller), countInbox(app, caller)])
    return new ExtendedReply(user, { inbox, menu_items: menuItemsFor(app.options, caller.role) })
  }),

  serve(calls.users.get, async ({ params }, { app }) => {
    const user = await findUser(app.db, params.id)
    if (!user) throw consoleError('user_not_found')
    return listed(app, user)
  }),

  serve(calls.userAdmin.list, ({ query }, { app }) => listUsers(app, query)),

  serve(calls.userAdmin.search, ({ query }, { app }) => listUsers(app, query)),

  serve(calls.userAdmin.create, async ({ body }, context) => {
    const { app } = context
    const username = checkUsername(body.username)
    checkPassword(body.password)
    const password = await hashPassword(body.password)
    const display_name = body.display_name || username
    return inTransaction(app.db, async db => {
      const user = await createUser(db, { username, password, display_name }, app)
      // Newcomers may be given a balance or a plan.
      if (user.quota > 0 || user.subscriptions > 0) requireRight(context.caller, 'users.balances')
      await recordAct(context, 'user_added', { id: user.id, name: username }, { db })
      return toListedUser(user)
    })
  }),

  serve(calls.userAdmin.update, async ({ body }, context) => toListedUser(await updateUser(context, body))),

  serve(calls.userAdmin.manage, ({ body }, context) => manageUser(context, body)),

  serve(calls.userAdmin.unbind, async ({ params }, context) => {
    await unbindIdentity(context, params.id, params.identity)
    return null
  }),

  ...userHistoryEndpoints,

  serve(calls.users.models, ({ query: { group } }, { app, caller }) => {
    const usable = Object.keys(usableGroups(app.options, caller.group))
    const tried = group === AUTO_GROUP ? autoGroups(app.options, caller.group) : []
    if (tried.length > 0) return enabledModels(app.db, tried)
    if (group !== '' && !usable.includes(group)) throw consoleError('token_group_not_usable', { group })
    return enabledModels(app.db, group === '' ? usable : [group])
  }),

  serve(calls.users.groups, (_, { app, caller }) => tokenGroups(app.options, caller.group)),

  serve(calls.users.updateSetting, async ({ body }, { app, caller, language }) => {
    await updateSetting(app, caller, body, language)
    return null
  }),

  serve(calls.users.setLook, async ({ body }, { app, caller }) => {
    await setLook(app, caller, body)
    return null
  }),

  serve(calls.users.keepView, ({ body }, { app, caller }) => keepView(app, caller, body)),

  serve(calls.users.deleteView, ({ query }, { app, caller }) => deleteView(app, caller, query)),

  serve(calls.users.changeQuota, ({ params, body }, context) => changeQuota(context, params.id, body)),
]
