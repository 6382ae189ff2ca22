import { optionTable } from '@tollgate/contract'
import { type OperatorOptions, type Provider, type ProviderCall, type ProviderChannel, providerOf } from './index.ts'

/** The options at their defaults. */
export const untouched: OperatorOptions = { get: key => optionTable[key].default }

/**
 * Returns a conversation in OpenAI's format with `m-1` at `http://up`, not streamed and written by the client, unless
 * the fields say otherwise.
 */
export function callOf(
  type: number,
  channel: Partial<ProviderChannel> = {},
  call: Partial<ProviderCall> = {},
): ProviderCall {
  const model = call.model ?? 'm-1'
  return {
    channel: { type, baseUrl: 'http://up', key: 'k', other: '', organization: '', ...channel },
    format: 'openai-chat',
    path: '/v1/chat/completions',
    model,
    clientModel: model,
    isStream: false,
    isConverted: false,
    clientHeaders: new Headers(),
    clientUrl: 'http://gate/v1/chat/completions',
    options: untouched,
    ...call,
  }
}

export function providerOfType(type: number): Provider {
  const provider = providerOf(type)
  if (!provider) throw new Error(`there is no provider for type ${type}`)
  return provider
}
