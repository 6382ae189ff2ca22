import { calls } from '@tollgate/contract'
import { allKnownModels } from '@tollgate/gateway'
import { fault } from '../http/fault.ts'
import { serve } from '../http/serve.ts'
import { inTransaction } from '../storage/db.ts'
import { createChannels } from './create.ts'
import { knownModels } from './known-models.ts'
import { listChannels } from './list.ts'
import { revealKey } from './reveal-key.ts'
import { deleteChannel, enabledModels, findChannel } from './store.ts'
import { toChannel } from './to-channel.ts'
import { changeChannel } from './update.ts'

export const channelEndpoints = [
  serve(calls.channels.list, ({ query }, { world }) => listChannels(world, query)),

  serve(calls.channels.search, ({ query }, { world }) => listChannels(world, query)),

  serve(calls.channels.models, (_, { world }) => knownModels(world.db)),

  serve(calls.channels.modelsEnabled, (_, { world }) => enabledModels(world.db)),

  serve(calls.status.models, () => allKnownModels()),

  serve(calls.channels.get, async ({ params }, { world }) => {
    const channel = await findChannel(world.db, params.id)
    if (!channel) throw fault('channel_not_found')
    return toChannel(channel, world.secrets)
  }),

  serve(calls.channels.create, ({ body }, { world }) => createChannels(world, body)),

  serve(calls.channels.update, ({ body }, { world }) => changeChannel(world, body)),

  serve(calls.channels.remove, async ({ params }, { world }) => {
    const deleted = await inTransaction(world.db, db => deleteChannel(db, params.id))
    if (!deleted) throw fault('channel_not_found')
    await world.signals.emit('channels', params.id)
    return null
  }),

  serve(calls.channels.key, async ({ params }, { world, caller }) => ({
    key: await revealKey(world, caller, params.id),
  })),
]
