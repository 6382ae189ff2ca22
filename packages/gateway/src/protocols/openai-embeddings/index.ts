import { unansweredMeter } from '../../metering/text.ts'
import { openAiErrors } from '../openai-chat/errors.ts'
import type { ClientProtocol } from '../protocol.ts'
import { openAiEmbeddings as embeddings } from './exchange.ts'
import { inputSize } from './input-size.ts'
import { observer } from './observe.ts'

/** OpenAI's embeddings. */
export const openAiEmbeddings = {
  observer,
  meter: unansweredMeter,
  inputSize,
  endpoint: { path: '/v1/embeddings', errors: openAiErrors },
  embeddings,
} satisfies ClientProtocol
