import type { TestGateway } from '../testing/gateway.ts'
import type { Recording } from './recordings.ts'
import type { ReplayingUpstream } from './replaying-upstream.ts'

/** What became of one recording on its way through the gateway, client and upstream speaking the same dialect. */
export interface Outcome {
  recording: Recording
  /** The gateway's endpoint the client called. */
  endpoint: string
  /** Empty: everything arrived as it was sent, in both directions. */
  faults: string[]
}

/** Ends of upstream paths → the endpoint a client of ours calls for the same. */
const ENDPOINTS: [ending: RegExp, endpoint: string][] = [
  [/\/chat\/completions$/, '/v1/chat/completions'],
  [/\/messages$/, '/v1/messages'],
  [/\/messages\/count_tokens$/, '/v1/messages/count_tokens'],
  [/\/responses$/, '/v1/responses'],
  [/\/embeddings$/, '/v1/embeddings'],
]

export const endpointOf = (recording: Recording): string | undefined =>
  recording.method === 'POST' ? ENDPOINTS.find(([ending]) => ending.test(barePath(recording)))?.[1] : undefined

const barePath = ({ path }: Recording): string => path.split(/[?#]/)[0] ?? ''

const ANTHROPIC = 14
const CUSTOM = 8

/** Plays every recording of an endpoint the gateway relays through a channel of type 8, or 14 for Anthropic. */
export async function runSameDialect(
  recordings: readonly Recording[],
  gateway: TestGateway,
  upstream: ReplayingUpstream,
): Promise<Outcome[]> {
  // Prices are another matter: here whatever a recording calls its model is let through.
  await gateway.setOption('SelfUseModeEnabled', true)
  // One try each: a recorded 429 is an answer to hand on, not to try again.
  await gateway.setOption('RetryTimes', 0)
  const { bearer } = await gateway.makeToken()
  const outcomes: Outcome[] = []
  for (const { endpoint, path, group } of byRoute(recordings)) {
    const isAnthropic = endpoint.startsWith('/v1/messages')
    const channel = await gateway.makeChannel({
      type: isAnthropic ? ANTHROPIC : CUSTOM,
      base_url: isAnthropic ? upstream.url : upstream.url + path,
      models: [...new Set(group.map(modelOf))].join(','),
    })
    for (const recording of group) {
      const sent = sendAs(recording, gateway.url + endpoint, `${bearer}-${channel.id}`)
      outcomes.push({ recording, endpoint, faults: await faultsOf(recording, sent, upstream) })
    }
  }
  return outcomes
}

interface Route {
  endpoint: string
  path: string
  group: Recording[]
}

function byRoute(recordings: readonly Recording[]): Route[] {
  const routes = new Map<string, Route>()
  for (const recording of recordings) {
    const endpoint = endpointOf(recording)
    if (!endpoint) continue
    const path = barePath(recording)
    const key = `${recording.provider} ${path}`
    const route = routes.get(key) ?? { endpoint, path, group: [] }
    route.group.push(recording)
    routes.set(key, route)
  }
  return [...routes.values()]
}

const modelOf = ({ requestBody }: Recording): string => JSON.parse(requestBody).model

const sendAs = ({ requestBody }: Recording, url: string, bearer: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: requestBody,
  })

/** The one patch these channels declare: streams are asked for their usage. */
const USAGE_PATCH = /,?"stream_options":\{"include_usage":true\}/

async function faultsOf(recording: Recording, sent: Promise<Response>, upstream: ReplayingUpstream): Promise<string[]> {
  upstream.play(recording)
  const response = await sent
  const answer = await response.bytes()
  const { body } = upstream.received()
  const faults: string[] = []
  if (response.status !== recording.status) faults.push(`status ${response.status} instead of ${recording.status}`)
  if (!Buffer.from(answer).equals(recording.responseBody)) faults.push('the answer arrived changed')
  if (body !== recording.requestBody && body.replace(USAGE_PATCH, '') !== recording.requestBody)
    faults.push('the request arrived changed')
  return faults
}
