import { atTop } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { dialect } from './dialect.ts'

/** Text completions as Cloudflare's models take them: a prompt, and no conversation. */
export const cloudflareRun = { dialect, inputSize: 'text', outputLimit: atTop('max_tokens') } satisfies Protocol
