import type { UpstreamDialect } from '../dialect.ts'
import { limits } from './limits.ts'
import { parameters } from './parameters.ts'
import { readStream, readWhole } from './read-answer.ts'
import { writeAsk } from './write-ask.ts'

/** Amazon Bedrock's Converse and ConverseStream. Of the models behind it only Claude seals its reasoning. */
export const bedrock: UpstreamDialect = {
  id: 'bedrock',
  origin: 'anthropic',
  parameters,
  limits,
  writeAsk,
  readStream,
  readWhole,
}
