import type { UpstreamDialect } from '../common/dialect.ts'
import { NO_OUTPUT_LIMIT } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { limits, parameters } from './host.ts'
import { readStream, readWhole } from './read-answer.ts'
import { writeRequest } from './write-request.ts'

/**
 * Agents refuse to answer without streaming, and the cloud cuts such calls after 100 seconds, so apps are always asked
 * for a stream.
 */
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

/** The apps of Dify. */
export const dify = { dialect, outputLimit: NO_OUTPUT_LIMIT } satisfies Protocol
