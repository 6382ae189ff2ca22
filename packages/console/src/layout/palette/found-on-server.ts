import { calls } from '@tollgate/contract'
import { masked } from '../../components/sensitive.tsx'
import { sendWhile } from '../../lib/call.ts'
import { places } from '../../lib/places.ts'
import { t } from '../../phrases/index.ts'
import type { Entry } from './entry.ts'

/** Asks the server for matches of a query; aborted when another query follows. */
export type Find = (query: string, asked: { signal: AbortSignal; isAdmin: boolean; most: number }) => Promise<Entry[]>

export const findChannels: Find = async (keyword, { signal, most }) =>
  (await channelsNamed(keyword, signal, most)).map(({ id, name }) => ({
    key: String(id),
    title: name,
    hint: `#${id}`,
    to: places.channel(id),
  }))

/** “Test” and a channel's name. */
export const findTests: Find = async (query, { signal, most }) => {
  const word = t('layout.palette.testWord')
  if (!query.toLowerCase().startsWith(`${word.toLowerCase()} `)) return []
  const keyword = query.slice(word.length).trim()
  if (keyword === '') return []
  return (await channelsNamed(keyword, signal, most)).map(({ id, name }) => ({
    key: `test ${id}`,
    title: t('layout.palette.testChannel', { name }),
    hint: `#${id}`,
    to: places.channelTest(id),
  }))
}

const channelsNamed = async (keyword: string, signal: AbortSignal, most: number) =>
  (await sendWhile(signal, calls.channels.search, { query: { keyword, page_size: most } })).items

export const findTokens: Find = async (keyword, { signal, most }) => {
  const { items } = await sendWhile(signal, calls.tokens.search, { query: { keyword, size: most } })
  return items.map(({ id, name }) => ({ key: String(id), title: name, hint: `#${id}`, to: places.token(name) }))
}

export const findUsers: Find = async (keyword, { signal, most }) => {
  const { items } = await sendWhile(signal, calls.userAdmin.search, { query: { keyword, page_size: most } })
  return items.map(({ id, username, display_name }) => ({
    key: String(id),
    title: masked(username),
    hint: [display_name !== username && masked(display_name), `#${id}`].filter(Boolean).join(' · '),
    to: places.user(username),
  }))
}

/** The call of a fully typed request id. */
export const findCall: Find = async (request_id, { signal, isAdmin }) => {
  if (!REQUEST_ID.test(request_id)) return []
  const query = { request_id, page_size: 1 }
  const { items } = isAdmin
    ? await sendWhile(signal, calls.logs.list, { query })
    : await sendWhile(signal, calls.logs.listSelf, { query })
  return items.map(row => ({
    key: String(row.id),
    title: row.request_id,
    hint: row.model_name,
    to: places.calls({ request_id }),
  }))
}

/** Clients may choose their own ids; shorter ones are words. */
const REQUEST_ID = /^(?=.*\d)[\w.:-]{12,128}$/
