import { textMeter } from '../../metering/text.ts'
import type { ClientProtocol } from '../protocol.ts'
import { dialect } from './dialect.ts'
import { geminiErrors } from './errors.ts'
import { inputSize } from './input-size.ts'
import { geminiMembers } from './member-names.ts'
import { observer } from './observe.ts'
import { outputLimit } from './output-limit.ts'
import { renameIfNamed } from './rename-model.ts'

/** Google's Gemini: `generateContent` and `streamGenerateContent`, on AI Studio and Vertex. */
export const gemini = {
  dialect,
  observer,
  meter: textMeter,
  endpoint: { methods: ['generateContent', 'streamGenerateContent'], errors: geminiErrors },
  members: geminiMembers,
  renameModel: renameIfNamed,
  oneContext: true,
  outputLimit,
  inputSize,
} satisfies ClientProtocol
