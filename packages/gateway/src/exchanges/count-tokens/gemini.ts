import type { Ask } from '../../canonical/ask.ts'
import { writeAddress } from '../../dialects/gemini/address.ts'
import { readCount, readCountAsk, writeCount, writeCountAsk } from '../../dialects/gemini/count-tokens.ts'
import { writeAsk } from '../../dialects/gemini/write-ask.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { UpstreamSide } from '../exchange.ts'
import { counted } from './counted.ts'

export const geminiClient = {
  readAsk: (body: JsonObject) => readCountAsk(body, NAMED_BY_THE_ADDRESS),
  writeCount,
}

const NAMED_BY_THE_ADDRESS = 'model'

const counts = (write: typeof writeCountAsk): UpstreamSide<Ask, number> => ({
  format: 'gemini-count-tokens',
  path: model => writeAddress({ model, method: 'countTokens', asksForEvents: false }),
  writeAsk(ask, model, losses) {
    const { body, losses: more } = write(counted(ask), { model })
    losses.push(...more)
    return body
  },
  readAnswer: readCount,
})

export const geminiCounts = counts(writeCountAsk)

/** Vertex takes the request's members themselves. https://docs.cloud.google.com/vertex-ai/generative-ai/docs/model-reference/count-tokens */
export const vertexCounts = counts(writeAsk)
