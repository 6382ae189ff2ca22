import { imageEditsBy } from '../exchanges/index.ts'
import { qianfanEdits } from '../protocols/images-in-json/hosts.ts'
import { at, compatible, PLAIN_THINKER } from './compatible.ts'

const SEARCHING = /-search$/

/**
 * A model name ending in `-search` requests a web search, unless the client itself sets the search; an app may follow
 * the key: `KEY|APPID`.
 */
export const baidu = compatible({
  type: 46,
  id: 'baidu',
  name: 'Baidu Wenxin V2',
  color: 'blue',
  baseUrl: 'https://qianfan.baidubce.com',
  modelNames: [
    'deepseek-r1',
    'deepseek-v3',
    'ernie-3.5-128k',
    'ernie-3.5-8k',
    'ernie-4.0-8k',
    'ernie-4.0-turbo-128k',
    'ernie-4.0-turbo-8k',
    'ernie-char-8k',
    'ernie-lite-8k',
    'ernie-lite-pro-128k',
    'ernie-novel-8k',
    'ernie-speed-128k',
    'ernie-speed-8k',
    'ernie-speed-pro-128k',
    'ernie-tiny-8k',
  ],
  paths: at('/v2', 'openai-chat', 'openai-embeddings', 'rerank', 'openai-image-generations'),
  exchanges: imageEditsBy(qianfanEdits),
  quirks: { ...PLAIN_THINKER, thinkingWords: 'flag' },
  key: whole => whole.split('|')[0] ?? '',
  headers: ({ channel }): Record<string, string> => {
    const app = channel.key.split('|')[1]
    return app ? { appid: app } : {}
  },
  secrets: ({ key }) => key.split('|'),
  patches: ({ format, model }, member) => {
    if (format !== 'openai-chat' || !SEARCHING.test(model)) return {}
    const search = { enable: true, enable_citation: true, enable_trace: true, enable_status: false }
    const isOwn = member('web_search') !== undefined
    return { model: model.replace(SEARCHING, ''), ...(!isOwn && { web_search: search }) }
  },
})
