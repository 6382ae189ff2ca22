import type { UpstreamDialect } from '../common/dialect.ts'
import { limits } from './limits.ts'
import { parameters } from './parameters.ts'
import { readStream, readWhole } from './read-answer.ts'
import { writeRequest } from './write-request.ts'

/** Agents refuse to answer at once, and the cloud cuts such calls after 100 seconds, so apps are always asked for a stream. */
export const dialect: UpstreamDialect = {
  id: 'dify',
  origin: 'dify',
  parameters,
  limits,
  writeRequest,
  readStream,
  streamsOnly: true,
  readWhole,
}
