import { atTop } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { dialect } from './dialect.ts'

/** Cohere's chat in its second version. */
export const cohere = { dialect, outputLimit: atTop('max_tokens') } satisfies Protocol
