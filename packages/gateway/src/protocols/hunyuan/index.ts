import { NO_OUTPUT_LIMIT } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { dialect } from './dialect.ts'
import { inputSize } from './input-size.ts'

/** Hunyuan's own chat, for keys of three parts. */
export const hunyuan = { dialect, inputSize, outputLimit: NO_OUTPUT_LIMIT } satisfies Protocol
