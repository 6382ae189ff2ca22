import type { Protocol } from '../protocol.ts'
import { dialect } from './dialect.ts'
import { inputSize } from './input-size.ts'
import { outputLimit, thinkingBudget } from './output-limit.ts'

/** Amazon Bedrock's Converse and ConverseStream. */
export const bedrock = { dialect, inputSize, outputLimit, thinkingBudget } satisfies Protocol
