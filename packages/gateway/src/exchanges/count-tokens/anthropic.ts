import { asDouble } from '../../canonical/exact-json.ts'
import type { CanonicalRequest } from '../../canonical/request.ts'
import { anthropicMessages } from '../../protocols/anthropic-messages/index.ts'
import type { UpstreamSide } from '../exchange.ts'
import { counted } from './counted.ts'

/** https://docs.anthropic.com/en/api/messages-count-tokens: the body of a message without its limits. */
export const anthropicClient = {
  readRequest: anthropicMessages.readRequest,
  writeCount: (tokens: number) => ({ input_tokens: tokens }),
}

export const anthropicCounts: UpstreamSide<CanonicalRequest, number> = {
  format: 'anthropic-count-tokens',
  path: () => '/v1/messages/count_tokens',
  writeRequest(request, model, losses) {
    const { body, losses: more } = anthropicMessages.writeRequest(counted(request), { model })
    losses.push(...more)
    const { max_tokens: _limit, ...rest } = body
    return rest
  },
  readAnswer: body => asDouble(body.input_tokens),
}
