import { atTop } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { dialect } from './dialect.ts'

/** Text completions of Cloudflare's models: a prompt instead of a conversation. */
export const cloudflareRun = { dialect, inputSize: 'text', outputLimit: atTop('max_tokens') } satisfies Protocol
