import type { UpstreamDialect } from '../common/dialect.ts'
import { NO_OUTPUT_LIMIT } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { limits, parameters } from './host.ts'
import { readStream, readWhole } from './read-answer.ts'
import { writeRequest } from './write-request.ts'

/** For a whole answer Coze returns an id to poll with, so a stream is collected instead. */
export const dialect: UpstreamDialect = {
  id: 'coze',
  origin: 'coze',
  parameters,
  limits,
  writeRequest,
  readStream,
  streamsOnly: true,
  readWhole,
}

/** The bots of Coze, by version 3 of its chat. */
export const coze = { dialect, outputLimit: NO_OUTPUT_LIMIT } satisfies Protocol
