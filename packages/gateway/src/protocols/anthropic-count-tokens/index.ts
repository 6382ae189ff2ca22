import { unansweredMeter } from '../../metering/text.ts'
import { anthropicErrors } from '../anthropic-messages/errors.ts'
import { inputSize } from '../anthropic-messages/input-size.ts'
import type { ClientProtocol } from '../protocol.ts'
import { anthropicClient } from './exchange.ts'
import { observer } from './observe.ts'

/** Anthropic's count of a conversation's tokens. */
export const anthropicCountTokens = {
  observer,
  meter: unansweredMeter,
  inputSize,
  endpoint: { path: '/v1/messages/count_tokens', errors: anthropicErrors, isFree: true },
  countTokens: anthropicClient,
} satisfies ClientProtocol
