import { calls } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { findChannel } from '../channels/store.ts'
import { serve } from '../context.ts'
import { fetchModels } from './fetch-models.ts'
import { draftChannel, listingChannel } from './listing-channel.ts'
import { addPreset, changePreset, listPresets, removePreset } from './presets.ts'

export const channelModelEndpoints = [
  serve(calls.channelModels.fetch, async ({ params }, { app, language, request: { signal } }) => {
    const channel = await findChannel(app.db, params.id)
    if (!channel) throw consoleError('channel_not_found')
    return fetchModels(listingChannel(channel, app.secrets), { app, language, signal })
  }),

  serve(calls.channelModels.fetchByKey, ({ body }, { app, language, request: { signal } }) =>
    fetchModels(draftChannel(body), { app, language, signal }),
  ),

  serve(calls.channelModels.presets, (_, { app }) => listPresets(app.db)),

  serve(calls.channelModels.addPreset, ({ body }, context) => addPreset(context, body)),

  serve(calls.channelModels.changePreset, ({ body }, context) => changePreset(context, body)),

  serve(calls.channelModels.removePreset, async ({ params }, context) => {
    await removePreset(context, params.id)
    return null
  }),
]
