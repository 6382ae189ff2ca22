import type { ClientDialect } from '../common/dialect.ts'
import { limits } from './limits.ts'
import { readRequest } from './read-request.ts'
import { writeStream } from './write-stream.ts'
import { writeWhole } from './write-whole.ts'

/** Google's Interactions: clients speak it, and its calls are converted for all upstreams, including Gemini's. */
export const dialect: ClientDialect = { limits, readRequest, writeStream, writeWhole }
