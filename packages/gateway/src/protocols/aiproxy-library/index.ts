import { NO_OUTPUT_LIMIT } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { dialect } from './dialect.ts'

/** Questions to AI Proxy's libraries. */
export const aiProxyLibrary = { dialect, outputLimit: NO_OUTPUT_LIMIT } satisfies Protocol
