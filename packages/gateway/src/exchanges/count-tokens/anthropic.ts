import type { Ask } from '../../canonical/ask.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts'
import type { UpstreamSide } from '../exchange.ts'
import { counted } from './counted.ts'

/** https://docs.anthropic.com/en/api/messages-count-tokens: the body of a message without its limits. */
export const anthropicClient = {
  readAsk: anthropicMessages.readAsk,
  writeCount: (tokens: number) => ({ input_tokens: tokens }),
}

export const anthropicCounts: UpstreamSide<Ask, number> = {
  format: 'anthropic-count-tokens',
  path: () => '/v1/messages/count_tokens',
  writeAsk(ask, model, losses) {
    const { body, losses: more } = anthropicMessages.writeAsk(counted(ask), { model })
    losses.push(...more)
    const { max_tokens: _limit, ...rest } = body
    return rest
  },
  readAnswer: body => asDouble(body.input_tokens),
}
