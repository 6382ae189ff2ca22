import { makeHealth, providerOf } from '@tollgate/gateway'
import { NO_ALIASES } from '../packages/server/src/money/pricing/aliases.ts'
import { indexByGroup, makeServedChannels } from '../packages/server/src/relay/candidates/served-channels.ts'
import { chooseChannel, type RoutingRules } from '../packages/server/src/relay/plan/choose-channel.ts'
import { takeRoutingNotes } from '../packages/server/src/relay/plan/routing-note.ts'
import { Failure } from '../scripts/lib/script.mjs'
import type { Scenario } from './lib/scenario.ts'
import { rounded } from './lib/table.ts'

const CHANNELS = 500
const MODELS = 5_000
const CHOICES = 5_000
const ROUNDS = 7
const MOST_US = 20
const GROUP = 'default'
/** OpenAI and Anthropic alternate, so that half of the channels use the client's format. */
const TYPES = [1, 14]

type Channel = Parameters<typeof chooseChannel>[0][number]

export const chooseAChannel: Scenario = {
  name: 'choose-channel',
  title: `What choosing a channel costs a call, of ${CHANNELS} channels that serve ${MODELS} models each`,
  isQuick: true,
  async run() {
    const models = Array.from({ length: MODELS }, (_, index) => `model-${index}`)
    const channels = makeChannels(models)
    const indexedAt = performance.now()
    const served = makeServedChannels(await indexByGroup(channels), NO_ALIASES)
    const indexMs = performance.now() - indexedAt

    const health = makeHealth()
    const rules: RoutingRules = { health, retryTimes: 2, random: Math.random }
    const choose = (turn: number, more: Partial<RoutingRules> = {}) => {
      const model = models[turn % WARM_MODELS] ?? ''
      const { candidates, speaking, draw } = served(GROUP, model, 'openai-chat')
      const notes = takeRoutingNotes(candidates, more.place)
      const chosen = chooseChannel(candidates, UNTRIED, { ...rules, model, speaking, draw, ...more }, notes)
      if (!chosen) throw new Failure('No channel was chosen.')
      notes.chose(chosen.by)
      notes.note()
    }
    const firstUs = timed(WARM_MODELS, choose)
    const rows: [name: string, us: number][] = [
      ['the first call of a model after a change of channels', firstUs],
      ['all channels well', bestOf(turn => choose(turn))],
      [
        'a conversation that was answered before',
        bestOf(turn => choose(turn, { place: { channelId: 1 + (turn % CHANNELS) } })),
      ],
    ]
    for (let id = 1; id <= CHANNELS / 5; id++) health.failed(id, performance.now(), { retryAfterMs: 3_600_000 })
    rows.push(['a fifth of them resting', bestOf(turn => choose(turn))])
    return {
      table: [
        ['', 'µs a call'],
        ...rows.map(([name, us]) => [name, rounded(us)]),
        ['making the index, ms', rounded(indexMs)],
      ],
      findings: rows.slice(1).map(([name, us]) => ({
        name: `choosing a channel, ${name}`,
        value: us,
        unit: 'µs',
        aim: { atMost: MOST_US },
      })),
      measured: { rows, indexMs },
    }
  },
}

const UNTRIED = { tried: [], probedElsewhere: new Set<Channel>() }
/** Calls rotate among this many models. */
const WARM_MODELS = 200

/** All have the same priority, the worst case: each is considered. */
const makeChannels = (models: string[]): Channel[] => {
  const served = new Set(models)
  return Array.from({ length: CHANNELS }, (_, index) => {
    const type = TYPES[index % TYPES.length] ?? 1
    // only the fields used for choosing
    return {
      id: index + 1,
      type,
      name: `channel ${index + 1}`,
      priority: 0,
      weight: 1 + (index % 5),
      provider: providerOf(type),
      baseUrl: 'https://upstream.example',
      key: 'k',
      other: '',
      organization: '',
      groups: new Set([GROUP]),
      models: served,
      upstreamModel: (model: string) => model,
    } as unknown as Channel
  })
}

const bestOf = (choose: (turn: number) => void): number =>
  Math.min(...Array.from({ length: ROUNDS }, () => timed(CHOICES, choose)))

/** Microseconds per turn. */
function timed(turns: number, run: (turn: number) => void): number {
  const startedAt = performance.now()
  for (let turn = 0; turn < turns; turn++) run(turn)
  return ((performance.now() - startedAt) * 1_000) / turns
}
