import { type CheckedInputOf, calls } from '@tollgate/contract'
import { mayDo } from '../../platform/http/rights.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { channelFor } from '../channels/to-channel.ts'
import { type ChannelsContext, serve } from '../context.ts'
import { listChannels } from './list-channels.ts'

export const channelListEndpoints = [
  serve(calls.channels.list, ({ query }, { app, caller }) => listFor(caller, app, query)),

  serve(calls.channels.search, ({ query }, { app, caller }) => listFor(caller, app, query)),
]

async function listFor(
  caller: Caller,
  app: ChannelsContext,
  query: CheckedInputOf<typeof calls.channels.list>['query'],
) {
  // An address may contain a password, and searching could reveal parts of it.
  const page = await listChannels(app, { ...query, searchesAddresses: mayDo(caller, 'channels.keys') })
  return { ...page, items: page.items.map(channel => channelFor(caller, channel)) }
}
