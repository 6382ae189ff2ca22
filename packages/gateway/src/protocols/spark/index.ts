import { NO_OUTPUT_LIMIT } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { dialect } from './dialect.ts'

/** Spark, over sockets. */
export const spark = { dialect, inputSize: 'text', outputLimit: NO_OUTPUT_LIMIT } satisfies Protocol
