import { atTop } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { dialect } from './dialect.ts'
import { inputSize } from './input-size.ts'

/** Cohere's chat, version 2. */
export const cohere = { dialect, inputSize, outputLimit: atTop('max_tokens') } satisfies Protocol
