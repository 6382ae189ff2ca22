import { compatible, PLAIN_THINKER } from './compatible.ts'

export const minimax = compatible({
  type: 35,
  id: 'minimax',
  name: 'MiniMax',
  color: 'green',
  baseUrl: 'https://api.minimaxi.com',
  models: { catalogue: 'minimax' },
  modelNames: ['I2V-01', 'MiniMax-Hailuo-02', 'MiniMax-Hailuo-2.3', 'MiniMax-Hailuo-2.3-Fast', 'S2V-01', 'T2V-01'],
  paths: { 'openai-chat': '/v1/text/chatcompletion_v2' },
  quirks: PLAIN_THINKER,
})
