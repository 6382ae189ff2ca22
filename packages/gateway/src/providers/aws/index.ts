import { DATA_ONLY } from '../../canonical/media-by-address.ts'
import { type Exchanges, embeddingsBy } from '../../exchanges/index.ts'
import { bedrockEmbeddings } from '../../protocols/bedrock-invoke/embeddings.ts'
import type { Format } from '../../protocols/index.ts'
import type { Patches } from '../../raw/patch-json.ts'
import { splitEventStream } from '../../stage/event-stream.ts'
import { claudeHeaders } from '../claude-headers.ts'
import { HOST_PARAMETERS } from '../host-parameters.ts'
import type { Provider, ProviderCall } from '../provider.ts'
import { splitClaudeStream } from './claude-stream.ts'
import { readAwsKey } from './key.ts'
import { bedrockId, isClaude } from './models.ts'

const CLAUDE_VERSION = 'bedrock-2023-05-31'

const CLAUDE_FORMATS: ReadonlySet<Format> = new Set(['anthropic-messages'])
const NONE: ReadonlySet<Format> = new Set()

/** Amazon Bedrock: Claude in Anthropic's own format, all other models by Converse. */
export const aws: Provider = {
  type: 33,
  id: 'aws',
  name: 'AWS Claude',
  color: 'orange',
  knowsAddress: true,
  keyFormat: 'AK|SK|region',
  models: { catalogue: 'aws', only: /claude/ },
  nativeFormats: model => (isClaude(model) ? CLAUDE_FORMATS : NONE),
  target: model =>
    isClaude(model)
      ? { dialect: 'anthropic-messages', quirks: { ...DATA_ONLY, lacks: HOST_PARAMETERS['bedrock-claude'].lacks } }
      : { dialect: 'bedrock', quirks: DATA_ONLY },
  exchanges(model): Exchanges {
    const converter = bedrockEmbeddings(model)
    return converter ? embeddingsBy(converter) : {}
  },
  address: call => {
    const { region } = readAwsKey(call.channel.key)
    const host = call.channel.baseUrl || `https://bedrock-runtime.${region}.amazonaws.com`
    return `${host}/model/${encodeURIComponent(bedrockId(call.model, region))}/${actionOf(call)}`
  },
  headers: ({ channel, isStream }) => {
    const key = readAwsKey(channel.key)
    return {
      accept: isStream ? 'application/vnd.amazon.eventstream' : 'application/json',
      ...(key.kind === 'bearer' && { authorization: `Bearer ${key.apiKey}` }),
    }
  },
  patches: (call, member) => (call.format === 'anthropic-messages' ? claudePatches(call, member) : {}),
  framing: ({ format }) => (format === 'anthropic-messages' ? splitClaudeStream : splitEventStream),
  credential: ({ key }) => (readAwsKey(key).kind === 'signing' ? 'aws-signature' : undefined),
  secrets: ({ key }) => {
    const { region: _region, kind: _kind, ...secrets } = readAwsKey(key)
    return Object.values(secrets)
  },
}

function actionOf({ format, isStream }: ProviderCall): string {
  if (format === 'bedrock-invoke') return 'invoke'
  if (format === 'anthropic-messages') return isStream ? 'invoke-with-response-stream' : 'invoke'
  return isStream ? 'converse-stream' : 'converse'
}

/**
 * The address names the model and whether to stream; betas in headers move into the body, in addition to those there.
 */
function claudePatches(call: ProviderCall, member: (name: string) => unknown): Patches {
  const named = [member('anthropic_beta')].flat().filter(beta => typeof beta === 'string')
  const betas = [claudeHeaders(call)['anthropic-beta'] ?? '', ...named].flatMap(list => list.split(','))
  const known = [...new Set(betas.map(beta => beta.trim()))].filter(beta => KNOWN_BETAS.has(beta))
  return {
    model: undefined,
    stream: undefined,
    anthropic_version: CLAUDE_VERSION,
    anthropic_beta: known.length > 0 ? known : undefined,
  }
}

/**
 * Bedrock refuses a call with any other beta.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html
 */
const KNOWN_BETAS: ReadonlySet<string> = new Set([
  'computer-use-2024-10-22',
  'computer-use-2025-01-24',
  'computer-use-2025-11-24',
  'token-efficient-tools-2025-02-19',
  'interleaved-thinking-2025-05-14',
  'output-128k-2025-02-19',
  'dev-full-thinking-2025-05-14',
  'context-1m-2025-08-07',
  'context-management-2025-06-27',
  'effort-2025-11-24',
  'tool-search-tool-2025-10-19',
  'tool-examples-2025-10-29',
])
