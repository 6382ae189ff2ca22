import type { UpstreamDialect } from '../common/dialect.ts'
import { limits } from './limits.ts'
import { parameters } from './parameters.ts'
import { readStream, readWhole } from './read-answer.ts'
import { writeRequest } from './write-request.ts'

export const dialect: UpstreamDialect = {
  id: 'cloudflare-run',
  origin: 'cloudflare-run',
  parameters,
  limits,
  writeRequest,
  readStream,
  readWhole,
}
