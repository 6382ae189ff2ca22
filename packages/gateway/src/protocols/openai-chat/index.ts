import { textMeter } from '../../metering/text.ts'
import type { ClientProtocol } from '../protocol.ts'
import { dialect } from './dialect.ts'
import { openAiErrors } from './errors.ts'
import { inputSize } from './input-size.ts'
import { observer } from './observe.ts'
import { outputLimit } from './output-limit.ts'

/** Chat completions: OpenAI's, which most other providers speak too. */
export const openAiChat = {
  dialect,
  observer,
  meter: textMeter,
  endpoint: { path: '/v1/chat/completions', errors: openAiErrors },
  reportsUsageOnRequest: true,
  oneContext: true,
  inputSize,
  outputLimit,
} satisfies ClientProtocol
