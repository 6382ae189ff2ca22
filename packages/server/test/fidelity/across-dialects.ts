import type { Log, LogOther, LossReason, Page } from '@tollgate/contract'
import { type DialectId, dialects, type Loss } from '@tollgate/gateway'
import { type Essence, undeclared } from '@tollgate/gateway/laws'
import type { TestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { channelFor } from './channels.ts'
import { type ClientCall, callAs, readAnswer } from './clients.ts'
import { compareAnswered, compareAsked, type Difference } from './compare.ts'
import { type Exchange, SMALL_TALK } from './exchanges.ts'
import type { ReplayingUpstream } from './replaying-upstream.ts'

/** The result of an exchange between a client of one dialect and an upstream of another. */
export interface Outcome {
  client: DialectId
  exchange: Exchange
  /** Facets of the answer that changed on the way, declared or not. */
  changed: string[]
  /** What could not be converted, as the log names it. */
  losses: Loss[]
  /** Changes without a declared loss; empty if all is well. */
  problems: { asked: Essence; answered: Essence }
}

/** Plays every exchange to a client of every dialect, through a channel that sends what the recording sent. */
export async function runAcrossDialects(
  exchanges: readonly Exchange[],
  gateway: TestGateway,
  upstream: ReplayingUpstream,
): Promise<Outcome[]> {
  await makeCallsFree(gateway)
  const { bearer } = await gateway.makeToken()
  const clients = Object.keys(dialects) as DialectId[] // the registry's own keys
  const calls = exchanges.flatMap(exchange => clients.map(client => toCall(client, exchange)))
  const channelOf = ({ client, exchange: { provider, dialect }, call }: Call) =>
    JSON.stringify(channelFor(provider, client, dialect, call.canonicalRequest.model, upstream))

  const played: Played[] = []
  for (const [fields, group] of Map.groupBy(calls, channelOf)) {
    const models = [...new Set(group.map(({ call }) => call.canonicalRequest.model))].join(',')
    const { id } = await gateway.makeChannel({ ...JSON.parse(fields), models })
    for (const call of group) {
      const requestId = `exchange-${played.length}`
      const headers = { authorization: `Bearer ${bearer}-${id}`, 'x-request-id': requestId }
      played.push({ ...call, requestId, ...(await play(call, gateway.url, headers, upstream)) })
    }
  }
  const losses = await readLosses(gateway, played.length)
  return played.map(one => judge(one, losses.get(one.requestId) ?? []))
}

/** Prices are not tested here: every model name in a recording is allowed, with one try per call. */
async function makeCallsFree(gateway: TestGateway): Promise<void> {
  await gateway.setOption('SelfUseModeEnabled', true)
  await gateway.setOption('GroupRatio', JSON.stringify({ default: 0 }))
  await gateway.setOption('RetryTimes', 0)
}

interface Call {
  client: DialectId
  exchange: Exchange
  call: ClientCall
}

/** The request omits what the client's dialect cannot express. The answer is unaffected. */
function toCall(client: DialectId, exchange: Exchange): Call {
  const { canonicalRequest } = exchange
  const { includeUsage } = canonicalRequest.parameters
  const smallTalk = {
    ...SMALL_TALK,
    model: canonicalRequest.model,
    stream: canonicalRequest.stream,
    parameters: { includeUsage },
  }
  const call = callAs(client, canonicalRequest) ?? callAs(client, smallTalk)
  if (!call) throw new Error(`${client} has no words for a greeting`)
  return { client, exchange, call }
}

interface Differences {
  asked: Difference
  answered: Difference
}

type Played = Call & Differences & { requestId: string }

async function play(
  { client, exchange, call }: Call,
  url: string,
  headers: Record<string, string>,
  upstream: ReplayingUpstream,
): Promise<Differences> {
  upstream.play(exchange.played)
  const response = await fetch(url + call.path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: call.body,
  })
  const bytes = await response.bytes()
  const understood = response.ok ? readAnswer(client, call.canonicalRequest.stream, bytes) : null
  return {
    asked: compareAsked(call, exchange, understood && upstream.received()),
    answered: compareAnswered(call, exchange, understood),
  }
}

const PAGE_SIZE = 100

/** Request id → the losses in the log. */
async function readLosses(gateway: TestGateway, calls: number): Promise<Map<string, Loss[]>> {
  const page = (p: number) => gateway.consoleCall<Page<Log>>('GET', `/api/log/?p=${p}&page_size=${PAGE_SIZE}`)
  await until(
    () => page(1),
    ({ total }) => total >= calls,
  )
  const losses = new Map<string, Loss[]>()
  for (let p = 1; p <= Math.ceil(calls / PAGE_SIZE); p++) {
    for (const { request_id, other } of (await page(p)).items) {
      const { losses: said = [] }: LogOther = JSON.parse(other)
      losses.set(request_id, said.map(fromWords))
    }
  }
  return losses
}

function fromWords(words: string): Loss {
  const [what = '', why = ''] = words.split(/: (.*)/s)
  // the log has the reasons of the table
  return { what, why: why as LossReason }
}

const judge = ({ client, exchange, asked, answered }: Played, losses: Loss[]): Outcome => ({
  client,
  exchange,
  changed: Object.keys({ ...answered.before, ...answered.after }),
  losses,
  problems: {
    asked: undeclared(asked.before, asked.after, losses),
    answered: undeclared(answered.before, answered.after, losses),
  },
})

export const hasProblems = ({ problems }: Outcome): boolean =>
  Object.keys(problems.asked).length + Object.keys(problems.answered).length > 0
