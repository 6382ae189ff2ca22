import type { UpstreamDialect } from '../common/dialect.ts'
import { limits } from './limits.ts'
import { parameters } from './parameters.ts'
import { readStream, readWhole } from './read-answer.ts'
import { writeRequest } from './write-request.ts'

/** Asked for a whole answer, Coze returns an id to ask again with, so a stream is collected instead. */
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
