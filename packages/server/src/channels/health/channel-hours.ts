import {
  CHANNEL_STATUS,
  CHANNEL_TROUBLES,
  type ChannelHour,
  type ChannelTrouble,
  type UnderCost,
} from '@tollgate/contract'
import type { ChannelRow } from '../../platform/storage/schema.ts'
import { KEY_STATUS, keyStates } from '../../relay/candidates/keys/key-state-store.ts'
import type { ChannelsContext } from '../context.ts'
import { flaggedChannels } from '../flags/store.ts'
import { figuresOf, NO_SLOTS, tellBreaker } from './hour-figures.ts'
import { pricesUnderCost } from './under-cost.ts'

/** Below this share of answered calls a channel is failing. */
const LEAST_SUCCESS = 0.9
/** Streams that begin later than this on average are slow. */
const SLOW_FIRST_TOKEN_MS = 5_000

type Told = Omit<ChannelHour, 'slots'>

/**
 * Reports the last hour of given channels: counts and breakers from memory, keys and flags from one query each.
 * @param needs what sorting thousands of channels may not need: the calls by three-minute slots, and prices under cost
 */
export async function channelHours(
  app: Pick<ChannelsContext, 'db' | 'routing' | 'now' | 'prices' | 'options'>,
  channels: readonly Pick<ChannelRow, 'id' | 'status' | 'models' | 'group' | 'model_mapping'>[],
  needs: { slots: boolean; costs: boolean } = { slots: true, costs: true },
): Promise<Map<number, ChannelHour>> {
  const { db, now, routing } = app
  const { health, lastHour } = routing
  const wanted = new Set(channels.map(({ id }) => id))
  const hours = new Map(lastHour.hours(wanted).map(({ channelId, slots }) => [channelId, slots]))
  const at = performance.now()
  const breakers = Map.groupBy(health.breakers(at), ({ channelId }) => channelId)
  const keys = Map.groupBy(await keyStates(db, 0), ({ channelId }) => channelId)
  const flagged = await flaggedChannels(db)
  const costs = needs.costs ? await pricesUnderCost(app, channels) : NO_COSTS

  return new Map(
    channels.map(({ id, status }) => {
      const slots = hours.get(id)
      const { calls, failures, success, first_token_ms } = slots ? figuresOf(slots) : NO_FIGURES
      const states = keys.get(id) ?? []
      const told = {
        calls,
        failures,
        success,
        first_token_ms,
        breakers: (breakers.get(id) ?? []).map(breaker => tellBreaker(breaker, at)),
        bad_keys: {
          refused: states.filter(state => state.status !== KEY_STATUS.ok).length,
          resting: states.filter(state => state.status === KEY_STATUS.ok && state.restsUntil > now()).length,
        },
        troubles: [],
        under_cost: costs.get(id) ?? null,
      }
      const troubles = CHANNEL_TROUBLES.filter(trouble => has[trouble](told, { status, isFlagged: flagged.has(id) }))
      const shown = slots && needs.slots && calls > 0 ? slots.map(({ answered, failed }) => ({ answered, failed })) : []
      return [id, { ...told, troubles, slots: shown }]
    }),
  )
}

/** Most channels of a large site are not called in an hour. */
const NO_FIGURES = figuresOf(NO_SLOTS)
const NO_COSTS: ReadonlyMap<number, UnderCost> = new Map()

interface Stored {
  status: number
  isFlagged: boolean
}

/** For an unused channel, only the troubles it would have in use. */
const has: Readonly<Record<ChannelTrouble, (hour: Told, channel: Stored) => boolean>> = {
  resting: ({ breakers }, { status }) => isOn(status) && breakers.some(({ state }) => state !== 'failing'),
  failing: ({ success }, { status }) => isOn(status) && success !== null && success < LEAST_SUCCESS,
  slow: ({ first_token_ms }, { status }) => isOn(status) && (first_token_ms ?? 0) > SLOW_FIRST_TOKEN_MS,
  key_trouble: ({ bad_keys }) => bad_keys.refused + bad_keys.resting > 0,
  under_cost: ({ under_cost }, { status }) => isOn(status) && under_cost !== null,
  flagged: (_, { isFlagged }) => isFlagged,
  idle: ({ calls }, { status }) => isOn(status) && calls === 0,
}

const isOn = (status: number): boolean => status === CHANNEL_STATUS.enabled
