import { calls } from '@tollgate/contract'
import { allKnownModels } from '@tollgate/gateway'
import { enabledModels } from '../../money/pricing/groups.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { keysOf, openKeys } from '../../relay/candidates/keys/stored-keys.ts'
import { serve } from '../context.ts'
import { changeTag, deleteChannels, deleteDisabled, switchTag, tagChannels } from './change-many.ts'
import { channelTypes } from './channel-types.ts'
import { copyChannel } from './copy.ts'
import { createChannels } from './create.ts'
import { knownModels } from './known-models.ts'
import { repairAbilities } from './repair.ts'
import { revealKey } from './reveal-key.ts'
import { findChannel } from './store.ts'
import { channelFor, toChannel } from './to-channel.ts'
import { changeChannel } from './update.ts'

export const channelEndpoints = [
  serve(calls.channels.models, (_, { app }) => knownModels(app.db)),

  serve(calls.channels.types, () => channelTypes),

  serve(calls.channels.modelsEnabled, (_, { app }) => enabledModels(app.db)),

  serve(calls.status.models, () => allKnownModels()),

  serve(calls.channels.get, async ({ params }, { app, caller }) => {
    const channel = await findChannel(app.db, params.id)
    if (!channel) throw consoleError('channel_not_found')
    return channelFor(caller, toChannel(channel, app.secrets))
  }),

  serve(calls.channels.create, ({ body }, context) => createChannels(context, body)),

  serve(calls.channels.update, async ({ body }, context) =>
    channelFor(context.caller, await changeChannel(context, body)),
  ),

  serve(calls.channels.copy, async ({ params, body }, context) =>
    channelFor(context.caller, await copyChannel(context, params.id, body.name)),
  ),

  serve(calls.channels.remove, async ({ params: { id } }, context) => {
    if ((await deleteChannels(context, [id])) === 0) throw consoleError('channel_not_found')
    return null
  }),

  serve(calls.channels.isSameKey, async ({ params, body }, { app }) => {
    const channel = await findChannel(app.db, params.id)
    if (!channel) throw consoleError('channel_not_found')
    const given = new Set(keysOf(channel.type, body.key))
    return given.symmetricDifference(new Set(openKeys(channel, app.secrets))).size === 0
  }),

  serve(calls.channels.key, async ({ params }, context) => ({
    key: await revealKey(context, params.id),
  })),

  serve(calls.manyChannels.remove, ({ body }, context) => deleteChannels(context, body.ids)),

  serve(calls.manyChannels.tag, ({ body }, context) => tagChannels(context, body.ids, body.tag)),

  serve(calls.manyChannels.removeDisabled, (_, context) => deleteDisabled(context)),

  serve(calls.manyChannels.repair, (_, context) => repairAbilities(context)),

  serve(calls.manyChannels.changeTag, ({ body }, context) => changeTag(context, body)),

  serve(calls.manyChannels.enableTag, ({ body }, context) => switchTag(context, body.tag, true)),

  serve(calls.manyChannels.disableTag, ({ body }, context) => switchTag(context, body.tag, false)),
]
