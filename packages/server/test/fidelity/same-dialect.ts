import type { TestGateway } from '../support/gateway.ts'
import { type Playback, playbackOf } from './playback.ts'
import type { Recording } from './recordings.ts'
import type { ReplayingUpstream } from './replaying-upstream.ts'

/** What became of one recording on its way through the gateway, client and upstream speaking the same dialect. */
export interface Outcome {
  recording: Recording
  /** The gateway's endpoint the client called. */
  endpoint: string
  /** Empty: everything arrived as it was sent, in both directions. */
  problems: string[]
}

/** Plays every recording of an endpoint the gateway relays through a channel that leads to the same path. */
export async function runSameDialect(
  recordings: readonly Recording[],
  gateway: TestGateway,
  upstream: ReplayingUpstream,
): Promise<Outcome[]> {
  // Prices are another matter: here whatever a recording calls its model is let through.
  await gateway.setOption('SelfUseModeEnabled', true)
  // Recordings go on from what only their hosts kept.
  await gateway.setOption('stored_responses.enabled', false)
  // One try each: a recorded 429 is an answer to hand on, not to try again.
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

/** Recorded requests choose models and providers too, and are to arrive as they were. */
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

/** The one patch these channels declare: streams are asked for their usage. */
const USAGE_PATCH = /,?"stream_options":\{"include_usage":true\}/
/** Channels of most types are given their path here; those of Google's write it themselves. */
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
