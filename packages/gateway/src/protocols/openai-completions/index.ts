import { textMeter } from '../../metering/text.ts'
import { openAiErrors } from '../openai-chat/errors.ts'
import { observer } from '../openai-chat/observe.ts'
import type { ClientProtocol } from '../protocol.ts'
import { dialect } from './dialect.ts'
import { inputSize } from './input-size.ts'
import { outputLimit } from './output-limit.ts'

/** OpenAI's older text completions; their responses differ from Chat's by one field. */
export const openAiCompletions = {
  dialect,
  observer,
  meter: textMeter,
  endpoint: { path: '/v1/completions', errors: openAiErrors },
  reportsUsageOnRequest: true,
  inputSize,
  outputLimit,
} satisfies ClientProtocol
