import type { UpstreamDialect } from '../common/dialect.ts'
import { NO_OUTPUT_LIMIT } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { limits, parameters } from './host.ts'
import { readStream, readWhole } from './read-answer.ts'
import { writeRequest } from './write-request.ts'

/** One message to a socket; the transport passes the returned messages on as server-sent events. */
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

/** Spark, over sockets. */
export const spark = { dialect, inputSize: 'text', outputLimit: NO_OUTPUT_LIMIT } satisfies Protocol
