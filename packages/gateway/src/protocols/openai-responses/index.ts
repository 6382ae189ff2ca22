import { textMeter } from '../../metering/text.ts'
import { atTop } from '../common/output-limit.ts'
import type { ClientProtocol } from '../protocol.ts'
import { dialect } from './dialect.ts'
import { responsesErrors } from './errors.ts'
import { inputSize } from './input-size.ts'
import { observer } from './observe.ts'

/** OpenAI's Responses. */
export const openAiResponses = {
  dialect,
  observer,
  meter: textMeter,
  endpoint: { path: '/v1/responses', errors: responsesErrors },
  oneContext: true,
  outputLimit: { ...atTop('max_output_tokens'), least: 16 },
  inputSize,
} satisfies ClientProtocol
