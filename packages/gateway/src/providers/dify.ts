import { NOBODY } from '../protocols/dify/write-request.ts'
import { asText, objectOrEmpty, tryParse } from '../raw/json.ts'
import { merge } from '../raw/patch-json.ts'
import type { Provider, ProviderCall, ProviderChannel } from './provider.ts'

/** The kinds of app that `other` can name; empty: a chat. */
const KINDS = {
  chat: { path: '/v1/chat-messages', stop: '/v1/chat-messages' },
  completion: { path: '/v1/completion-messages', stop: '/v1/completion-messages' },
  workflow: { path: '/v1/workflows/run', stop: '/v1/workflows/tasks' },
}

/** Dify: each channel is one app, for any model name. https://docs.dify.ai/api-reference */
export const dify: Provider = {
  type: 37,
  id: 'dify',
  name: 'Dify',
  color: 'blue',
  baseUrl: 'https://api.dify.ai',
  other: 'app_kind',
  keyFormat: 'app-…',
  nativeFormats: () => new Set(),
  target: (_model, channel) => ({ dialect: 'dify', upload: user => uploadTo(channel, user) }),
  address: ({ channel }) => atVersion(channel.baseUrl) + KINDS[kindOf(channel).kind].path,
  headers: ({ channel }) => ({ authorization: `Bearer ${channel.key}` }),
  patches: ({ channel }, member) => {
    const { kind, input } = kindOf(channel)
    if (kind === 'chat' || member('query') === undefined) return {}
    return { query: undefined, auto_generate_name: undefined, inputs: merge({ [input]: member('query') }) }
  },
  stop: stopOf,
}

/** `workflow:question`: a workflow that takes the question as its input `question`. */
function kindOf({ other }: ProviderChannel): { kind: keyof typeof KINDS; input: string } {
  const [kind = '', input] = other.split(':').map(part => part.trim())
  return { kind: kind in KINDS ? (kind as keyof typeof KINDS) : 'chat', input: input || 'query' }
}

/** Operators give addresses with or without the version. */
const atVersion = (baseUrl: string): string => baseUrl.replace(/\/v1$/, '')

const uploadTo = ({ baseUrl, key }: ProviderChannel, user = NOBODY) => ({
  url: `${atVersion(baseUrl)}/v1/files/upload`,
  headers: { authorization: `Bearer ${key}` },
  fields: { user },
  origin: 'dify',
  idAt: 'id',
})

/** An app keeps working after its client disconnects. */
function stopOf({ channel }: ProviderCall, body: string, heard: string) {
  const task = /"task_id":\s?"([\w-]{1,64})"/.exec(heard)?.[1]
  if (!task) return null
  const user = asText(objectOrEmpty(tryParse(body)).user) ?? NOBODY
  return {
    url: `${atVersion(channel.baseUrl)}${KINDS[kindOf(channel).kind].stop}/${task}/stop`,
    body: JSON.stringify({ user }),
  }
}
