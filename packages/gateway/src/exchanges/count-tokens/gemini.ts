import type { CanonicalRequest } from '../../canonical/request.ts'
import { writeAddress } from '../../protocols/gemini/address.ts'
import { readCount, readCountRequest, writeCount, writeCountRequest } from '../../protocols/gemini/count-tokens.ts'
import { writeRequest } from '../../protocols/gemini/write-request.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { UpstreamSide } from '../exchange.ts'
import { counted } from './counted.ts'

export const geminiClient = {
  readRequest: (body: JsonObject) => readCountRequest(body, NAMED_BY_THE_ADDRESS),
  writeCount,
}

const NAMED_BY_THE_ADDRESS = 'model'

const counts = (write: typeof writeCountRequest): UpstreamSide<CanonicalRequest, number> => ({
  format: 'gemini-count-tokens',
  path: model => writeAddress({ model, method: 'countTokens', asksForEvents: false }),
  writeRequest(request, model, losses) {
    const { body, losses: more } = write(counted(request), { model })
    losses.push(...more)
    return body
  },
  readAnswer: readCount,
})

export const geminiCounts = counts(writeCountRequest)

/** Vertex takes the request's members themselves. https://docs.cloud.google.com/vertex-ai/generative-ai/docs/model-reference/count-tokens */
export const vertexCounts = counts(writeRequest)
