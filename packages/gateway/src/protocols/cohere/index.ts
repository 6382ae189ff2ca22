import type { UpstreamDialect } from '../common/dialect.ts'
import { atTop } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { inputSize } from './input-size.ts'
import { limits } from './limits.ts'
import { parameters } from './parameters.ts'
import { readStream, readWhole } from './read-answer.ts'
import { writeRequest } from './write-request.ts'

/** Cohere's chat, version 2. */
export const dialect: UpstreamDialect = {
  id: 'cohere',
  origin: 'cohere',
  parameters,
  limits,
  writeRequest,
  readStream,
  readWhole,
}

/** Cohere's chat, version 2. */
export const cohere = { dialect, inputSize, outputLimit: atTop('max_tokens') } satisfies Protocol
