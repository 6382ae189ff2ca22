import { atTop } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { dialect } from './dialect.ts'
import { inputSize } from './input-size.ts'

/** Cohere's chat in its second version. */
export const cohere = { dialect, inputSize, outputLimit: atTop('max_tokens') } satisfies Protocol
