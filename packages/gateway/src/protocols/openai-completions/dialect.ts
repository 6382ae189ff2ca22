import type { ClientDialect } from '../common/dialect.ts'
import { limits } from './limits.ts'
import { readRequest } from './read-request.ts'
import { writeStream } from './write-stream.ts'
import { writeWhole } from './write-whole.ts'

/** OpenAI's older text completions, for models that only converse: the prompt becomes the user's text. */
export const dialect: ClientDialect = { limits, readRequest, writeStream, writeWhole }
