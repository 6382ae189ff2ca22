import { calls } from '@tollgate/contract'
import { allKnownModels } from '@tollgate/gateway'
import { consoleError } from '../http/console-error.ts'
import { serve } from '../http/serve.ts'
import { recordAct } from '../logs/acts/record-act.ts'
import { inTransaction } from '../storage/db.ts'
import { channelTypes } from './channel-types.ts'
import { createChannels } from './create.ts'
import { knownModels } from './known-models.ts'
import { listChannels } from './list.ts'
import { revealKey } from './reveal-key.ts'
import { deleteChannel, enabledModels, findChannel } from './store.ts'
import { toChannel } from './to-channel.ts'
import { changeChannel } from './update.ts'

export const channelEndpoints = [
  serve(calls.channels.list, ({ query }, { app }) => listChannels(app, query)),

  serve(calls.channels.search, ({ query }, { app }) => listChannels(app, query)),

  serve(calls.channels.models, (_, { app }) => knownModels(app.db)),

  serve(calls.channels.types, () => channelTypes),

  serve(calls.channels.modelsEnabled, (_, { app }) => enabledModels(app.db)),

  serve(calls.status.models, () => allKnownModels()),

  serve(calls.channels.get, async ({ params }, { app }) => {
    const channel = await findChannel(app.db, params.id)
    if (!channel) throw consoleError('channel_not_found')
    return toChannel(channel, app.secrets)
  }),

  serve(calls.channels.create, ({ body }, context) => createChannels(context, body)),

  serve(calls.channels.update, ({ body }, context) => changeChannel(context, body)),

  serve(calls.channels.remove, async ({ params: { id } }, context) => {
    const { app } = context
    await inTransaction(app.db, async db => {
      const channel = await findChannel(db, id)
      if (!channel || !(await deleteChannel(db, id))) throw consoleError('channel_not_found')
      await recordAct(context, 'channel_deleted', { id, name: channel.name }, { db, channelId: id })
    })
    await app.changeEvents.emit('channels', id)
    return null
  }),

  serve(calls.channels.key, async ({ params }, context) => ({
    key: await revealKey(context, params.id),
  })),
]
