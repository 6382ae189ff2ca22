import { BUILT_IN_LIST, type PriceList } from '@tollgate/contract'
import { channelNames } from '../../channels/channels/store.ts'
import { findHead, listHeads, type PriceListHead } from '../../money/price-lists/store.ts'
import type { SiteContext } from '../context.ts'

type Deps = Pick<SiteContext, 'db'>

/** The package with the built-in prices. */
const BUILT_IN_NAME = 'genai-prices'

const builtIn: PriceList = {
  id: BUILT_IN_LIST,
  channel: null,
  address: BUILT_IN_NAME,
  models: null,
  read_at: 0,
  failed_at: 0,
  error: '',
}

export async function allLists({ db }: Deps): Promise<PriceList[]> {
  const [heads, names] = [await listHeads(db), await namesOf(db)]
  return [builtIn, ...heads.map(head => toPriceList(head, names))]
}

/** undefined: there is none. */
export async function oneList({ db }: Deps, id: number): Promise<PriceList | undefined> {
  const head = await findHead(db, id)
  return head && toPriceList(head, await namesOf(db))
}

/** The displayed name of a list: the channel's name, or its address. */
export async function nameOfList(app: Deps, id: number): Promise<string> {
  if (id === BUILT_IN_LIST) return BUILT_IN_NAME
  const list = await oneList(app, id)
  return list?.channel?.name ?? list?.address ?? ''
}

const namesOf = async (db: Deps['db']) => new Map((await channelNames(db)).map(({ id, name }) => [id, name]))

/** The log and the page show an address without its query, which may contain a key. */
function toPriceList({ channel_id, address, ...head }: PriceListHead, names: ReadonlyMap<number, string>): PriceList {
  const channel = channel_id === 0 ? null : { id: channel_id, name: names.get(channel_id) ?? `#${channel_id}` }
  return { ...head, channel, address: shown(address) }
}

function shown(address: string): string {
  if (!URL.canParse(address)) return address
  const { origin, pathname } = new URL(address)
  return pathname === '/' ? origin : origin + pathname
}
