import { setTimeout as sleep } from 'node:timers/promises'
import type { BehaviourName } from '../../packages/server/test/support/evil-upstream.ts'
import { pick, type Random } from './random.ts'

/** The relative frequency of each behaviour of the provider. */
const behaviourWeights: Partial<Record<BehaviourName, number>> = {
  good: 160,
  'bad-request': 3,
  'too-many': 3,
  'server-error': 3,
  'error-page': 2,
  html: 2,
  empty: 2,
  truncated: 2,
  'error-in-200': 2,
  redirect: 1,
  hangs: 1,
  'goes-silent': 1,
  'stops-short': 2,
  'half-frame': 1,
  'never-closes': 1,
  'holds-last-word': 1,
  endless: 0.1,
  'error-in-stream': 2,
  'no-usage': 3,
}

/** Callers leave after this long, since some behaviours never end. */
const PATIENCE_MS = 4_000
const LEAVING_SHARE = 0.04
const LEAVES_WITHIN_MS = 30
const STREAM_SHARE = 0.5
const TICK_MS = 10

/** How many calls ended in each way, and the ids of those answered in full. */
export interface Tally {
  full: Set<string>
  ends: Record<string, number>
  running: number
}

/** The pace of calls. */
export interface Pace {
  perSecond: number
  /** Calls beyond this are not sent. */
  mostAtOnce: number
  /** The provider behaves well and no caller leaves. */
  isCalm?: boolean
}

export interface SoakLoad {
  tally: Tally
  setPace(pace: Pace): void
  /** Starts no more calls; resolves once none is running. */
  stop(): Promise<void>
}

/** Calls at a steady rate, by many users, to a provider that often misbehaves. */
export function startSoakLoad(url: string, bearers: string[], random: Random): SoakLoad {
  const tally: Tally = { full: new Set(), ends: {}, running: 0 }
  let pace: Pace = { perSecond: 0, mostAtOnce: 0 }
  let due = 0
  const ticking = setInterval(() => {
    // drops calls that could not be sent for a second
    due = Math.min(due + (pace.perSecond * TICK_MS) / 1_000, Math.max(1, pace.perSecond))
    for (; due >= 1 && tally.running < pace.mostAtOnce; due--) void run()
  }, TICK_MS)

  async function run(): Promise<void> {
    tally.running++
    const bearer = bearers[Math.floor(random() * bearers.length)] ?? ''
    const end = await callOnce(url, bearer, random, tally.full, pace.isCalm)
    tally.ends[end] = (tally.ends[end] ?? 0) + 1
    tally.running--
  }

  return {
    tally,
    setPace(next) {
      pace = next
      due = 0
    },
    async stop() {
      clearInterval(ticking)
      while (tally.running > 0) await sleep(20)
    },
  }
}

async function callOnce(
  url: string,
  bearer: string,
  random: Random,
  full: Set<string>,
  isCalm = false,
): Promise<string> {
  const [model, stream] = [isCalm ? 'good' : pick(random, behaviourWeights), random() < STREAM_SHARE]
  const leavesAfter = !isCalm && random() < LEAVING_SHARE ? random() * LEAVES_WITHIN_MS : PATIENCE_MS
  try {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'Hello' }] }),
      signal: AbortSignal.timeout(leavesAfter),
    })
    const text = await response.text()
    if (!response.ok) return `refused with ${response.status}`
    const isFull = stream ? text.endsWith('data: [DONE]\n\n') : JSON.parse(text).usage !== undefined
    if (isFull) full.add(response.headers.get('x-request-id') ?? '')
    return isFull ? 'answered in full' : 'cut off'
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'left by the caller' : 'cut off'
  }
}
