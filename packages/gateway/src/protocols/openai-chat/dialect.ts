import type { Dialect } from '../common/dialect.ts'
import { limits } from './limits.ts'
import { parameters } from './parameters.ts'
import { readStream, readWhole } from './read-answer.ts'
import { readRequest } from './read-request.ts'
import { writeRequest } from './write-request.ts'
import { writeStream } from './write-stream.ts'
import { writeWhole } from './write-whole.ts'

/** Chat completions: OpenAI's, which most other providers speak too. */
export const dialect: Dialect = {
  id: 'openai-chat',
  origin: 'openai',
  parameters,
  limits,
  readRequest,
  writeRequest,
  readStream,
  readWhole,
  writeStream,
  writeWhole,
}
