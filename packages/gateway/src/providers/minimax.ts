import { imagesBy, speechBy } from '../exchanges/index.ts'
import { miniMaxImages } from '../protocols/minimax/images.ts'
import { miniMaxSpeech } from '../protocols/minimax/speech.ts'
import { at, compatible, PLAIN_THINKER } from './compatible.ts'

export const minimax = compatible({
  type: 35,
  id: 'minimax',
  name: 'MiniMax',
  color: 'green',
  baseUrl: 'https://api.minimaxi.com',
  models: { catalogue: 'minimax' },
  modelNames: [
    'I2V-01',
    'MiniMax-Hailuo-02',
    'MiniMax-Hailuo-2.3',
    'MiniMax-Hailuo-2.3-Fast',
    'S2V-01',
    'T2V-01',
    'image-01',
    'speech-02-hd',
    'speech-02-turbo',
  ],
  // https://platform.minimax.io/docs/api-reference/text-anthropic-api
  paths: { ...at('/v1', 'openai-chat'), 'anthropic-messages': '/anthropic/v1/messages' },
  quirks: PLAIN_THINKER,
  exchanges: { ...speechBy(miniMaxSpeech), ...imagesBy(miniMaxImages) },
})
