import type { UpstreamDialect } from '../common/dialect.ts'
import { NO_OUTPUT_LIMIT } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { limits, parameters } from './host.ts'
import { inputSize } from './input-size.ts'
import { readStream, readWhole } from './read-answer.ts'
import { writeRequest } from './write-request.ts'

export const dialect: UpstreamDialect = {
  id: 'hunyuan',
  origin: 'hunyuan',
  parameters,
  limits,
  writeRequest,
  readStream,
  readWhole,
}

/** Hunyuan's own chat, for keys of three parts. */
export const hunyuan = { dialect, inputSize, outputLimit: NO_OUTPUT_LIMIT } satisfies Protocol
