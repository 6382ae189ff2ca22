import type { UpstreamDialect } from '../common/dialect.ts'
import { limits } from './limits.ts'
import { parameters } from './parameters.ts'
import { readStream, readWhole } from './read-answer.ts'
import { writeRequest } from './write-request.ts'

/** One message to a socket; the transport passes the messages that come back on as server-sent events. */
export const dialect: UpstreamDialect = {
  id: 'spark',
  origin: 'spark',
  parameters,
  limits,
  writeRequest,
  readStream,
  streamsOnly: true,
  readWhole,
}
