import { NO_OUTPUT_LIMIT } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { dialect } from './dialect.ts'

/** The apps of Dify. */
export const dify = { dialect, outputLimit: NO_OUTPUT_LIMIT } satisfies Protocol
