import { asDouble } from '../../canonical/exact-json.ts'
import type { CanonicalRequest } from '../../canonical/request.ts'
import { noUsage } from '../../canonical/usage.ts'
import { unansweredMeter } from '../../metering/text.ts'
import { makeObserver } from '../../observers/observer.ts'
import type { JsonObject } from '../../raw/json.ts'
import { anthropicErrors } from '../anthropic-messages/errors.ts'
import { inputSize } from '../anthropic-messages/input-size.ts'
import { readRequest } from '../anthropic-messages/read-request.ts'
import { writeRequest } from '../anthropic-messages/write-request.ts'
import { counted } from '../common/counted.ts'
import type { UpstreamConverter } from '../common/exchange.ts'
import type { ClientProtocol } from '../protocol.ts'

/** https://docs.anthropic.com/en/api/messages-count-tokens: the body of a message without its limits. */
const anthropicClient = {
  readRequest: (body: JsonObject) => readRequest(body),
  writeCount: (tokens: number) => ({ input_tokens: tokens }),
}

export const anthropicCounts: UpstreamConverter<CanonicalRequest, number, 'anthropic-count-tokens'> = {
  format: 'anthropic-count-tokens',
  path: () => '/v1/messages/count_tokens',
  writeRequest(request, model, losses) {
    const { body, losses: more } = writeRequest(counted(request), { model })
    losses.push(...more)
    const { max_tokens: _limit, ...rest } = body
    return rest
  },
  readAnswer: body => asDouble(body.input_tokens),
}

/** Counting tokens consumes none, whatever number is returned. */
const observer = makeObserver({
  read(answer, tally) {
    if ('input_tokens' in answer) tally.usage = { ...noUsage(), raw: answer }
  },
})

/** Anthropic's count of a conversation's tokens. */
export const anthropicCountTokens = {
  observer,
  meter: unansweredMeter,
  inputSize,
  endpoint: { path: '/v1/messages/count_tokens', errors: anthropicErrors, isFree: true },
  countTokens: anthropicClient,
} satisfies ClientProtocol
