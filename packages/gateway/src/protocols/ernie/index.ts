import type { UpstreamDialect } from '../common/dialect.ts'
import { atTop } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { limits, parameters } from './host.ts'
import { readStream, readWhole } from './read-answer.ts'
import { writeRequest } from './write-request.ts'

export const dialect: UpstreamDialect = {
  id: 'ernie',
  origin: 'ernie',
  parameters,
  limits,
  writeRequest,
  readStream,
  readWhole,
}

/** ERNIE, version 1. */
export const ernie = {
  dialect,
  inputSize: 'text',
  outputLimit: { ...atTop('max_output_tokens'), least: 2 },
} satisfies Protocol
