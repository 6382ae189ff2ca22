import { describe, expect, test } from 'bun:test'
import { FREE, type Price, UNPRICED } from '@tollgate/gateway'
import { NO_ALIASES } from '../../money/pricing/aliases.ts'
import type { PriceBook } from '../../money/pricing/index.ts'
import type { Options } from '../../platform/options/index.ts'
import type { ChannelIndex, OpenChannel } from '../candidates/channel-index.ts'
import type { TokenIdentity } from '../request/token-index.ts'
import { channel, IDENTITY, loggedCall, priceOfOutput } from '../settlement/testing.ts'
import { makePricingContext } from './pricing-context.ts'

const PRICE = priceOfOutput(2)
const { endpoint } = loggedCall().call

interface Site {
  identity?: Partial<TokenIdentity>
  channelId?: number
  candidates?: OpenChannel[]
  known?: boolean
  price?: Price | null
  selfUse?: boolean
  isFree?: true
}

/** The context of a call of model `gpt`, or the code of its refusal. */
function contextOf({ identity, channelId, known = true, selfUse = false, isFree, ...site }: Site) {
  const { candidates = [channel(7, 1) as OpenChannel], price = PRICE } = site
  const asked: unknown[][] = []
  const values: Record<string, unknown> = {
    GroupRatio: { default: 1, vip: 0.5 },
    UserUsableGroups: { default: 'Default', vip: 'VIP' },
    QuotaPerUnit: 500_000,
    SelfUseModeEnabled: selfUse,
  }
  const channels = {
    candidates(...what: unknown[]) {
      asked.push(what)
      return candidates
    },
    knows: () => known,
    byId: (id: number) => (id === 7 ? candidates[0] : undefined),
    models: () => [],
    served: () => ({ candidates: [], speaking: undefined, draw: undefined }),
    inGroup: () => [],
  } as ChannelIndex
  const admission = { identity: { ...IDENTITY, ...identity }, channelId }
  const options = { get: (name: string) => values[name] ?? {} } as unknown as Options
  const prices = { priceOf: () => price, aliases: NO_ALIASES } as unknown as PriceBook
  try {
    const context = makePricingContext(
      admission,
      'gpt',
      { ...endpoint, ...(isFree && { isFree }) },
      {
        options,
        channels,
        prices,
      },
    )
    return { context, asked }
  } catch (error) {
    return { code: (error as { code?: string }).code, asked }
  }
}

describe('a call is relayed', () => {
  test('in its group, at that group’s ratio, through the group’s channels, at the model’s price', () => {
    const { context, asked } = contextOf({ identity: { userGroup: 'vip' } })
    expect(context).toEqual({
      group: 'vip',
      groupRatio: 0.5,
      candidates: [channel(7, 1) as OpenChannel],
      price: PRICE,
      quotaPerUnit: 500_000,
    })
    expect(asked).toEqual([['vip', 'gpt', 'openai-chat']])
  })

  test('for free on a free endpoint, whatever the model’s price', () => {
    expect(contextOf({ isFree: true }).context?.price).toEqual(FREE)
    expect(contextOf({ isFree: true, price: null }).context?.price).toEqual(FREE)
  })

  test('of a model without a price only if its user or the site accepts that', () => {
    expect(contextOf({ price: null }).code).toBe('model_price_missing')
    expect(contextOf({ price: null, identity: { acceptsUnpricedModels: true } }).context?.price).toEqual(UNPRICED)
    expect(contextOf({ price: null, selfUse: true }).context?.price).toEqual(UNPRICED)
    expect(contextOf({ selfUse: true }).context?.price).toEqual(PRICE)
  })

  test('of a model that its token allows, under any name of the model', () => {
    expect(contextOf({ identity: { modelLimits: new Set(['gpt']) } }).context?.price).toEqual(PRICE)
    expect(contextOf({ identity: { modelLimits: new Set(['gpt-5']) } }).code).toBe('model_not_allowed')
    expect(contextOf({ identity: { modelLimits: new Set() } }).code).toBe('model_not_allowed')
  })

  test('only through the requested channel, whatever models its token allows', () => {
    const { context, asked } = contextOf({ channelId: 7, identity: { modelLimits: new Set() } })
    expect(context?.candidates).toEqual([channel(7, 1) as OpenChannel])
    expect(asked).toEqual([])
    expect(contextOf({ channelId: 8 }).code).toBe('channel_choice_unknown')
  })

  test('only if a channel takes it: a model in other groups and an unknown model get different errors', () => {
    expect(contextOf({ candidates: [] }).code).toBe('no_channel')
    expect(contextOf({ candidates: [], known: false }).code).toBe('model_unknown')
  })
})
