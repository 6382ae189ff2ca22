import { openAiErrors } from '../openai-chat/errors.ts'
import type { ClientProtocol } from '../protocol.ts'
import { rerankClient } from './exchange.ts'
import { inputSize } from './input-size.ts'
import { rerankMeter } from './meter.ts'
import { observer } from './observe.ts'

/** Rerankings, as Jina's and Cohere's clients ask for them. */
export const rerank = {
  observer,
  meter: rerankMeter,
  inputSize,
  endpoint: { path: '/v1/rerank', errors: openAiErrors },
  rerank: rerankClient,
} satisfies ClientProtocol
