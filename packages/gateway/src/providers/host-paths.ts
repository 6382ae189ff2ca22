import type { Provider, ProviderCall } from './provider.ts'

/** Hosts whose paths or bodies follow from the model's name or the channel. */

/** Its `other` holds the account. https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/ */
export const cloudflare = {
  path: ({ channel }: ProviderCall, path: string): string =>
    `/client/v4/accounts/${encodeURIComponent(channel.other)}${path}`,
  secrets: (({ other }) => [other]) satisfies Provider['secrets'],
}

/** Bots are models by another path. https://www.volcengine.com/docs/82379/1526787 */
export const volcengine = {
  path: ({ format, model }: ProviderCall, path: string): string =>
    format === 'openai-chat' && model.startsWith('bot') ? '/api/v3/bots/chat/completions' : path,
}

const SEARCHING = /-search$/

/** A model's name ending in `-search` asks for a web search, unless the client says itself how to search; the key may be followed by an app: `KEY|APPID`. */
export const baidu = {
  key: (whole: string): string => whole.split('|')[0] ?? '',
  headers: ({ channel }: ProviderCall): Record<string, string> => {
    const app = channel.key.split('|')[1]
    return app ? { appid: app } : {}
  },
  secrets: (({ key }) => key.split('|')) satisfies Provider['secrets'],
  patches: (({ format, model }, member) => {
    if (format !== 'openai-chat' || !SEARCHING.test(model)) return {}
    const search = { enable: true, enable_citation: true, enable_trace: true, enable_status: false }
    const isOwn = member('web_search') !== undefined
    return { model: model.replace(SEARCHING, ''), ...(!isOwn && { web_search: search }) }
  }) satisfies Provider['patches'],
}
