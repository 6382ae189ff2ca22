import { atTop } from '../common/output-limit.ts'
import type { Protocol } from '../protocol.ts'
import { dialect } from './dialect.ts'

/** ERNIE, version 1. */
export const ernie = {
  dialect,
  inputSize: 'text',
  outputLimit: { ...atTop('max_output_tokens'), least: 2 },
} satisfies Protocol
