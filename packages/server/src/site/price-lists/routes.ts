import { calls, type PriceList, reasonMessage } from '@tollgate/contract'
import { differencesFrom, versionOf } from '../../money/price-lists/differences.ts'
import { lookUpList } from '../../money/price-lists/listed-prices.ts'
import { deleteList, findHead, insertList, listHeads } from '../../money/price-lists/store.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { mayDo } from '../../platform/http/rights.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { type SiteContext, serve } from '../context.ts'
import { acceptPrices } from './accept-prices.ts'
import { allLists, oneList } from './list-names.ts'
import { readAgain } from './read-again.ts'
import { readList } from './read-list.ts'

const MOST_REFUSED = 50

export const priceListEndpoints = [
  serve(calls.priceLists.list, async (_, { app, caller }) => (await allLists(app)).map(list => listFor(caller, list))),

  serve(calls.priceLists.create, async ({ body }, { app, caller, language, request: { signal } }) => {
    const source = { channel_id: body.channel_id ?? 0, address: body.address?.trim() ?? '' }
    if (source.channel_id === 0 && !URL.canParse(source.address))
      throw consoleError('price_list_address_refused', {}, 'address')
    const isKnown = (await listHeads(app.db)).some(
      ({ channel_id, address }) => channel_id === source.channel_id && address === source.address,
    )
    if (isKnown) throw consoleError('price_list_known')
    const list = await readList(source, { app, language, signal })
    return find(app, caller, await insertList(app.db, source, list, app.now()))
  }),

  serve(calls.priceLists.read, async ({ params: { id } }, { app, caller, language, request: { signal } }) => {
    const head = await findHead(app.db, id)
    if (!head) throw consoleError('price_list_not_found')
    await readAgain(head, { app, language, signal })
    return find(app, caller, id)
  }),

  serve(calls.priceLists.remove, async ({ params: { id } }, { app }) => {
    if (!(await deleteList(app.db, id))) throw consoleError('price_list_not_found')
    return null
  }),

  serve(calls.priceLists.differences, async ({ params: { id }, query }, { app, language }) => {
    const list = await lookUpList(app.db, id)
    if (!list) throw consoleError('price_list_not_found')
    const { rows, refused, ...counts } = await differencesFrom(list, query, app)
    return {
      ...counts,
      rows: rows.map(({ entries, listed, ...row }) => row),
      refused: refused
        .slice(0, MOST_REFUSED)
        .map(({ model, reason }) => ({ model, reason: reasonMessage(reason, language) })),
      version: versionOf(list, app.options),
    }
  }),

  serve(calls.priceLists.accept, async ({ params: { id }, body }, context) => ({
    accepted: await acceptPrices(context, id, body),
  })),
]

async function find(app: SiteContext, caller: Caller, id: number): Promise<PriceList> {
  const list = await oneList(app, id)
  if (!list) throw consoleError('price_list_not_found')
  return listFor(caller, list)
}

function listFor(caller: Caller, list: PriceList): PriceList {
  const { channel } = list
  return !channel || mayDo(caller, 'channels.see') ? list : { ...list, channel: { ...channel, name: `#${channel.id}` } }
}
