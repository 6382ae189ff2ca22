import { isObject } from '../raw/json.ts'

/** The part of a channel that a balance query needs. */
export interface AskedChannel {
  type: number
  key: string
  /** The operator's address, or else the provider's. */
  baseUrl: string
  /** The provider's own address. */
  usualBaseUrl: string
}

export interface BalanceRequest {
  url: string
  headers: Record<string, string>
}

interface Facts {
  /** Unix seconds. */
  now: number
  /** Yuan per US dollar. */
  price: number
}

/** How a type of channel reports its balance: questions asked in order, and how to read the answers. */
interface BalanceCall {
  /** @param answers to the questions so far; returns undefined when there are no more questions */
  ask(channel: AskedChannel, answers: readonly unknown[], facts: Facts): BalanceRequest | undefined
  /** In US dollars, or the provider's own unit; null: the answers hold no balance. */
  read(answers: readonly unknown[], facts: Facts): number | null
}

/** Returns how channels of a type report their balance; undefined: they do not. */
export const balanceCallOf = (channelType: number): BalanceCall | undefined => calls.get(channelType)

/** The channel types that report a balance. */
export const typesWithBalance = (): number[] => [...calls.keys()]

const DAY = 86_400

const bearer = ({ key }: AskedChannel) => ({ authorization: `Bearer ${key}` })

/** A question at the channel's own address, with its key as a bearer token. */
const asked = (path: string, read: BalanceCall['read']): BalanceCall => ({
  ask: (channel, { length }) => (length === 0 ? { url: channel.baseUrl + path, headers: bearer(channel) } : undefined),
  read,
})

/** The amount granted, and the usage since a date; resellers speak this too. */
const openAiBilling: BalanceCall = {
  ask(channel, answers, { now }) {
    if (answers.length === 0)
      return { url: `${channel.baseUrl}/v1/dashboard/billing/subscription`, headers: bearer(channel) }
    if (answers.length > 1) return undefined
    const hasCard = memberOf(answers[0], 'has_payment_method') === true
    const today = new Date(now * 1000)
    const from = hasCard
      ? new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1))
      : new Date((now - 100 * DAY) * 1000)
    const query = `start_date=${dateOf(from)}&end_date=${dateOf(new Date((now + DAY) * 1000))}`
    return { url: `${channel.baseUrl}/v1/dashboard/billing/usage?${query}`, headers: bearer(channel) }
  },
  read([subscription, usage]) {
    const [granted, cents] = [numberIn(subscription, 'hard_limit_usd'), numberIn(usage, 'total_usage')]
    return granted === null || cents === null ? null : granted - cents / 100
  },
}

/** The account API is on another host than the model API. */
const aiProxy: BalanceCall = {
  ask: ({ key, baseUrl, usualBaseUrl }, { length }) =>
    length === 0
      ? {
          url: `${baseUrl === usualBaseUrl ? 'https://aiproxy.io' : baseUrl}/api/report/getUserOverview`,
          headers: { 'api-key': key },
        }
      : undefined,
  read: ([overview]) => numberIn(overview, 'data', 'totalPoints'),
}

const openRouter = asked('/v1/credits', ([credits]) => {
  const [bought, used] = [numberIn(credits, 'data', 'total_credits'), numberIn(credits, 'data', 'total_usage')]
  return bought === null || used === null ? null : bought - used
})

/** Accounts in China are in yuan, others in dollars. https://api-docs.deepseek.com/api/get-user-balance */
const deepSeek = asked('/user/balance', ([answer]) => {
  const infos = memberOf(answer, 'balance_infos')
  const of = (currency: string) =>
    Array.isArray(infos) ? infos.find(info => memberOf(info, 'currency') === currency) : undefined
  return numberIn(of('CNY') ?? of('USD'), 'total_balance')
})

const moonshot = asked('/v1/users/me/balance', ([answer], { price }) => {
  const yuan = numberIn(answer, 'data', 'available_balance')
  const isGood = memberOf(answer, 'status') === true && memberOf(answer, 'code') === 0
  return yuan === null || !isGood || price <= 0 ? null : yuan / price
})

const GRANTS = '/dashboard/billing/credit_grants'

const calls: ReadonlyMap<number, BalanceCall> = new Map([
  [1, openAiBilling],
  [8, openAiBilling],
  [10, aiProxy],
  [12, asked(GRANTS, ([grants]) => numberIn(grants, 'total_remaining'))],
  [13, asked(GRANTS, ([grants]) => numberIn(grants, 'total_available'))],
  [20, openRouter],
  [25, moonshot],
  [43, deepSeek],
])

const dateOf = (moment: Date): string => moment.toISOString().slice(0, 10)

const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)

/** The number at a path of members; it may be written as text. */
function numberIn(value: unknown, ...path: string[]): number | null {
  const found = path.reduce(memberOf, value)
  const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : found
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
