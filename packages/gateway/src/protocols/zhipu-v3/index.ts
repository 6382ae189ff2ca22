import type { UpstreamDialect } from '../common/dialect.ts'
import { NO_OUTPUT_LIMIT } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { limits, parameters } from './host.ts'
import { readStream, readWhole } from './read-answer.ts'
import { writeRequest } from './write-request.ts'

export const dialect: UpstreamDialect = {
  id: 'zhipu-v3',
  origin: 'zhipu',
  parameters,
  limits,
  writeRequest,
  readStream,
  readWhole,
}

/** Zhipu's chat, version 3, for ChatGLM. */
export const zhipuV3 = { dialect, inputSize: 'text', outputLimit: NO_OUTPUT_LIMIT } satisfies Protocol
