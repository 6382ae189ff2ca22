import { textMeter } from '../../metering/text.ts'
import type { ClientProtocol } from '../protocol.ts'
import { dialect } from './dialect.ts'
import { anthropicErrors } from './errors.ts'
import { inputSize } from './input-size.ts'
import { observer } from './observe.ts'
import { outputLimit, thinkingBudget } from './output-limit.ts'

/** Anthropic's Messages. */
export const anthropicMessages = {
  dialect,
  observer,
  meter: textMeter,
  endpoint: { path: '/v1/messages', errors: anthropicErrors },
  oneContext: true,
  outputLimit,
  thinkingBudget,
  inputSize,
} satisfies ClientProtocol
