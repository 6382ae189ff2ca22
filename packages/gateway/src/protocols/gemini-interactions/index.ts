import { textMeter } from '../../metering/text.ts'
import { atTop } from '../common/output-limit.ts'
import type { ClientProtocol } from '../protocol.ts'
import { dialect } from './dialect.ts'
import { interactionsErrors } from './errors.ts'
import { inputSize } from './input-size.ts'
import { interactionsMembers } from './member-names.ts'
import { observer } from './observe.ts'

/** Google's Interactions, the successor of `generateContent`. https://ai.google.dev/api/interactions-api */
export const geminiInteractions = {
  dialect,
  observer,
  meter: textMeter,
  endpoint: { path: '/v1beta/interactions', errors: interactionsErrors },
  members: interactionsMembers,
  oneContext: true,
  outputLimit: { ...atTop('max_output_tokens'), inside: ['generation_config'] },
  inputSize,
} satisfies ClientProtocol
