import type { TestGateway } from '../support/gateway.ts'
import { type Playback, playbackOf } from './playback.ts'
import type { Recording } from './recordings.ts'
import type { ReplayingUpstream } from './replaying-upstream.ts'

/** The result of one recording played through the gateway to a client of the same dialect. */
export interface Outcome {
  recording: Recording
  /** The gateway endpoint that the client called. */
  endpoint: string
  /** Empty: everything arrived unchanged in both directions. */
  problems: string[]
}

/** Plays every recording of an endpoint the gateway relays through a channel that leads to the same path. */
export async function runSameDialect(
  recordings: readonly Recording[],
  gateway: TestGateway,
  upstream: ReplayingUpstream,
): Promise<Outcome[]> {
  // Prices are not tested here: every model name in a recording is allowed.
  await gateway.setOption('SelfUseModeEnabled', true)
  // Some recordings refer to responses that only their hosts stored.
  await gateway.setOption('stored_responses.enabled', false)
  // One try each: a recorded 429 must be passed on, not retried.
  await gateway.setOption('RetryTimes', 0)
  const { bearer } = await gateway.makeToken()
  const outcomes: Outcome[] = []
  for (const group of byChannel(recordings, upstream)) {
    const models = [...new Set(group.map(({ playback }) => playback.model))].join(',')
    const channel = await gateway.makeChannel({ ...group[0]?.playback.channel, setting: CHOICES_ALLOWED, models })
    for (const { recording, playback } of group) {
      const sent = sendAs(recording, gateway.url + playback.path, `${bearer}-${channel.id}`)
      outcomes.push({ recording, endpoint: playback.endpoint, problems: await problemsOf(recording, sent, upstream) })
    }
  }
  return outcomes
}

/** Recorded requests also choose models and providers, and must arrive unchanged. */
const CHOICES_ALLOWED = JSON.stringify({ allow_model_choice: true })

interface Routed {
  recording: Recording
  playback: Playback
}

function byChannel(recordings: readonly Recording[], upstream: ReplayingUpstream): Routed[][] {
  const routed = recordings.flatMap(recording => {
    const playback = playbackOf(recording, upstream)
    return playback ? [{ recording, playback }] : []
  })
  const keyOf = ({ recording, playback }: Routed) =>
    `${recording.provider} ${playback.endpoint} ${JSON.stringify(playback.channel)}`
  return [...Map.groupBy(routed, keyOf).values()]
}

const sendAs = ({ requestBody }: Recording, url: string, bearer: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: requestBody,
  })

/** The only patch these channels declare: requesting usage in streams. */
const USAGE_PATCH = /,?"stream_options":\{"include_usage":true\}/
/** Most channel types get their path here; Google's types write it themselves. */
const WRITTEN_PATH = /\/models\//

async function problemsOf(
  recording: Recording,
  sent: Promise<Response>,
  upstream: ReplayingUpstream,
): Promise<string[]> {
  upstream.play(recording)
  const response = await sent
  const answer = await response.bytes()
  const { path, body } = upstream.received() ?? { path: '', body: '' }
  const problems: string[] = []
  if (response.status !== recording.status) problems.push(`status ${response.status} instead of ${recording.status}`)
  if (!Buffer.from(answer).equals(recording.responseBody)) problems.push('the answer arrived changed')
  if (body !== recording.requestBody && body.replace(USAGE_PATCH, '') !== recording.requestBody)
    problems.push('the request arrived changed')
  if (WRITTEN_PATH.test(recording.path) && path !== recording.path) problems.push(`the request arrived at ${path}`)
  return problems
}
