import type { Dialect } from '../dialect.ts'
import { limits } from './limits.ts'
import { parameters } from './parameters.ts'
import { readStream, readWhole } from './read-answer.ts'
import { readAsk } from './read-ask.ts'
import { writeAsk } from './write-ask.ts'
import { writeStream } from './write-stream.ts'
import { writeWhole } from './write-whole.ts'

/** Anthropic's Messages. */
export const anthropicMessages: Dialect = {
  id: 'anthropic-messages',
  origin: 'anthropic',
  parameters,
  limits,
  readAsk,
  writeAsk,
  readStream,
  readWhole,
  writeStream,
  writeWhole,
}
