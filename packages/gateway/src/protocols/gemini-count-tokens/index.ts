import type { CanonicalRequest } from '../../canonical/request.ts'
import { noUsage } from '../../canonical/usage.ts'
import { unansweredMeter } from '../../metering/text.ts'
import { makeObserver } from '../../observers/observer.ts'
import type { JsonObject } from '../../raw/json.ts'
import { counted } from '../common/counted.ts'
import type { UpstreamConverter } from '../common/exchange.ts'
import { writeAddress } from '../gemini/address.ts'
import { geminiErrors } from '../gemini/errors.ts'
import { countSize } from '../gemini/input-size.ts'
import { geminiMembers } from '../gemini/member-names.ts'
import { renameInCount } from '../gemini/rename-model.ts'
import { writeRequest } from '../gemini/write-request.ts'
import type { ClientProtocol } from '../protocol.ts'
import { readCount, readCountRequest, writeCount, writeCountRequest } from './count-tokens.ts'

const geminiClient = {
  readRequest: (body: JsonObject) => readCountRequest(body, NAMED_BY_THE_ADDRESS),
  writeCount,
}

const NAMED_BY_THE_ADDRESS = 'model'

const counts = (
  write: typeof writeCountRequest,
): UpstreamConverter<CanonicalRequest, number, 'gemini-count-tokens'> => ({
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

/**
 * Vertex takes the request's members directly.
 * https://docs.cloud.google.com/vertex-ai/generative-ai/docs/model-reference/count-tokens
 */
export const vertexCounts = counts(writeRequest)

/** Counting tokens consumes none, whatever number is returned. */
const observer = makeObserver({
  read(answer, tally) {
    if ('totalTokens' in answer) tally.usage = { ...noUsage(), raw: answer }
  },
})

/** Gemini's count of a conversation's tokens. */
export const geminiCountTokens = {
  observer,
  meter: unansweredMeter,
  inputSize: countSize,
  endpoint: { methods: ['countTokens'], errors: geminiErrors, isFree: true },
  members: geminiMembers,
  renameModel: renameInCount,
  countTokens: geminiClient,
} satisfies ClientProtocol
