import { NO_OUTPUT_LIMIT } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { dialect } from './dialect.ts'

/** Zhipu's chat, version 3, for ChatGLM. */
export const zhipuV3 = { dialect, inputSize: 'text', outputLimit: NO_OUTPUT_LIMIT } satisfies Protocol
