import { calls } from '@tollgate/contract'
import { enabledModels } from '../channels/store.ts'
import { fault } from '../http/fault.ts'
import { serve } from '../http/serve.ts'
import { changeQuota } from './change-quota.ts'
import { pricedGroups, usableGroups } from './groups.ts'
import { findUser } from './store.ts'
import { toUser } from './to-user.ts'
import { updateSetting } from './update-setting.ts'

export const userEndpoints = [
  serve(calls.users.self, (_, { caller }) => toUser(caller)),

  serve(calls.users.get, async ({ params }, { world }) => {
    const user = await findUser(world.db, params.id)
    if (!user) throw fault('user_not_found')
    return toUser(user)
  }),

  serve(calls.users.models, (_, { world, caller }) =>
    enabledModels(world.db, Object.keys(usableGroups(world.options, caller.group))),
  ),

  serve(calls.users.groups, (_, { world, caller }) => pricedGroups(world.options, caller.group)),

  serve(calls.users.updateSetting, async ({ body }, { world, caller, language }) => {
    await updateSetting(world, caller, body, language)
    return null
  }),

  serve(calls.users.changeQuota, ({ params, body }, { world, caller }) => changeQuota(world, caller, params.id, body)),
]
