import type { UpstreamDialect } from '../common/dialect.ts'
import type { Protocol } from '../protocol.ts'
import { inputSize } from './input-size.ts'
import { limits } from './limits.ts'
import { outputLimit, thinkingBudget } from './output-limit.ts'
import { parameters } from './parameters.ts'
import { readStream, readWhole } from './read-answer.ts'
import { writeRequest } from './write-request.ts'

/** Amazon Bedrock's Converse and ConverseStream. Only Claude signs its reasoning there. */
export const dialect: UpstreamDialect = {
  id: 'bedrock',
  origin: 'anthropic',
  parameters,
  limits,
  writeRequest,
  readStream,
  readWhole,
}

/** Amazon Bedrock's Converse and ConverseStream. */
export const bedrock = { dialect, inputSize, outputLimit, thinkingBudget } satisfies Protocol
