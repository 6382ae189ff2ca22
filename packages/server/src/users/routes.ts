import { calls } from '@tollgate/contract'
import { enabledModels } from '../channels/store.ts'
import { consoleError } from '../http/console-error.ts'
import { serve } from '../http/serve.ts'
import { changeQuota } from './change-quota.ts'
import { pricedGroups, usableGroups } from './groups.ts'
import { findUser } from './store.ts'
import { toUser } from './to-user.ts'
import { updateSetting } from './update-setting.ts'

export const userEndpoints = [
  serve(calls.users.self, (_, { caller }) => toUser(caller)),

  serve(calls.users.get, async ({ params }, { app }) => {
    const user = await findUser(app.db, params.id)
    if (!user) throw consoleError('user_not_found')
    return toUser(user)
  }),

  serve(calls.users.models, (_, { app, caller }) =>
    enabledModels(app.db, Object.keys(usableGroups(app.options, caller.group))),
  ),

  serve(calls.users.groups, (_, { app, caller }) => pricedGroups(app.options, caller.group)),

  serve(calls.users.updateSetting, async ({ body }, { app, caller, language }) => {
    await updateSetting(app, caller, body, language)
    return null
  }),

  serve(calls.users.changeQuota, ({ params, body }, { app, caller }) => changeQuota(app, caller, params.id, body)),
]
