import type { UpstreamDialect } from '../common/dialect.ts'
import { atTop } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { limits, parameters } from './host.ts'
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

/** Text completions of Cloudflare's models: a prompt instead of a conversation. */
export const cloudflareRun = { dialect, inputSize: 'text', outputLimit: atTop('max_tokens') } satisfies Protocol
