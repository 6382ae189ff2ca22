import { type Channel, type ChannelType, calls, MAX_PAGE_SIZE, type OptionKey } from '@tollgate/contract'
import type { AskedServer } from './server.ts'

/** The current state of a site, as far as a file can describe it. */
export interface Standing {
  /** As text, without the secret ones. */
  options: ReadonlyMap<OptionKey, string>
  secretsSet: ReadonlySet<string>
  channels: readonly Channel[]
  types: readonly ChannelType[]
}

export async function readStanding(server: AskedServer): Promise<Standing> {
  const [options, secrets, types, channels] = [
    await server.ask(calls.options.list),
    await server.ask(calls.options.secrets),
    await server.ask(calls.channels.types),
    await allChannels(server),
  ]
  return {
    options: new Map(options.map(({ key, value }) => [key as OptionKey, value])),
    secretsSet: new Set(Object.keys(secrets).filter(key => secrets[key])),
    channels,
    types,
  }
}

async function allChannels(server: AskedServer): Promise<Channel[]> {
  const found = new Map<number, Channel>()
  for (let p = 1; ; p++) {
    const query = { p, page_size: MAX_PAGE_SIZE, id_sort: true }
    const { items, total } = await server.ask(calls.channels.list, { query })
    for (const item of items) found.set(item.id, item)
    if (items.length === 0 || found.size >= total) return [...found.values()].sort((one, other) => one.id - other.id)
  }
}
