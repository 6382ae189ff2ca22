import { NO_OUTPUT_LIMIT } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { dialect } from './dialect.ts'

/** The bots of Coze, by version 3 of its chat. */
export const coze = { dialect, outputLimit: NO_OUTPUT_LIMIT } satisfies Protocol
