import type { Channel } from '@tollgate/contract'
import type { Recording } from './recordings.ts'
import type { ReplayingUpstream } from './replaying-upstream.ts'
import { vertexKey } from './vertex-key.ts'

/** How to play a recording through the gateway in its own dialect. */
export interface Playback {
  /** The gateway's endpoint, as its table names it. */
  endpoint: string
  /** The path that the client calls. */
  path: string
  model: string
  /** A channel that leads to the same upstream path. */
  channel: Partial<Channel> & { key?: string }
}

const CUSTOM = 8
const ANTHROPIC = 14
const GEMINI = 24
const VERTEX = 41

interface Kind {
  /** Matches the upstream's path, without its query. */
  pattern: RegExp
  playback(recording: Recording, match: RegExpExecArray, upstream: ReplayingUpstream): Playback
}

const kinds: Kind[] = [
  inBody(/\/chat\/completions$/, '/v1/chat/completions', custom),
  inBody(/\/responses$/, '/v1/responses', custom),
  inBody(/\/embeddings$/, '/v1/embeddings', custom),
  inBody(/\/messages$/, '/v1/messages', anthropic),
  inBody(/\/messages\/count_tokens$/, '/v1/messages/count_tokens', anthropic),
  {
    pattern: /^\/v1beta\/models\/([^/]+):(\w+)$/,
    playback: ({ path }, [, model = '', method = ''], { url }) => ({
      endpoint: `/v1beta/models/{model}:${method}`,
      path,
      model,
      channel: { type: GEMINI, base_url: url },
    }),
  },
  {
    pattern:
      /^\/v1beta1\/projects\/([^/]+)\/locations\/([^/]+)\/publishers\/google\/models\/([^/]+):(\w*[tT]okens|\w*Content)$/,
    playback: ({ path }, [, project = '', location = '', model = '', method = ''], { url, tokenUri }) => ({
      endpoint: `/v1beta/models/{model}:${method}`,
      path: `/v1beta${path.slice(path.indexOf('/models/'))}`,
      model,
      channel: {
        type: VERTEX,
        base_url: url,
        other: location,
        key: vertexKey(project, tokenUri),
      },
    }),
  },
]

/** undefined: the gateway has no endpoint for it. */
export function playbackOf(recording: Recording, upstream: ReplayingUpstream): Playback | undefined {
  if (recording.method !== 'POST' || runsInBackground(recording)) return undefined
  for (const { pattern, playback } of kinds) {
    const match = pattern.exec(barePath(recording))
    if (match) return playback(recording, match, upstream)
  }
  return undefined
}

/** The gateway runs such a response itself, so that it is charged like any other. */
const runsInBackground = ({ requestBody }: Recording): boolean => /"background":\s*true/.test(requestBody)

type ChannelFor = (upstream: ReplayingUpstream, path: string) => Playback['channel']

/** Endpoints whose requests name their model in the body. */
function inBody(pattern: RegExp, endpoint: string, channelFor: ChannelFor): Kind {
  return {
    pattern,
    playback: (recording, _match, upstream) => ({
      endpoint,
      path: endpoint,
      model: JSON.parse(recording.requestBody).model,
      channel: channelFor(upstream, barePath(recording)),
    }),
  }
}

function custom({ url }: ReplayingUpstream, path: string): Playback['channel'] {
  return { type: CUSTOM, base_url: url + path }
}

function anthropic({ url }: ReplayingUpstream): Playback['channel'] {
  return { type: ANTHROPIC, base_url: url }
}

const barePath = ({ path }: Recording): string => path.split(/[?#]/)[0] ?? ''
