import type { UpstreamDialect } from '../common/dialect.ts'
import { NO_OUTPUT_LIMIT } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { limits, parameters } from './host.ts'
import { readStream, readWhole } from './read-answer.ts'
import { writeRequest } from './write-request.ts'

export const dialect: UpstreamDialect = {
  id: 'aiproxy-library',
  origin: 'aiproxy-library',
  parameters,
  limits,
  writeRequest,
  readStream,
  readWhole,
}

/** Questions to AI Proxy's libraries. */
export const aiProxyLibrary = { dialect, outputLimit: NO_OUTPUT_LIMIT } satisfies Protocol
