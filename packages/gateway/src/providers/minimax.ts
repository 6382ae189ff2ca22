import { compatible, PLAIN_THINKER } from './compatible.ts'

export const minimax = compatible({
  type: 35,
  id: 'minimax',
  name: 'MiniMax',
  color: 'green',
  baseUrl: 'https://api.minimaxi.com',
  models: { catalogue: 'minimax' },
  paths: { 'openai-chat': '/v1/text/chatcompletion_v2' },
  quirks: PLAIN_THINKER,
})
