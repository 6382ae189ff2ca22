import { namedByPath } from '../common/rename-model.ts'
import { geminiErrors } from '../gemini/errors.ts'
import { predictSize } from '../gemini/input-size.ts'
import { geminiMembers } from '../gemini/member-names.ts'
import type { ClientProtocol } from '../protocol.ts'
import { predictMeter } from './meter.ts'
import { observer } from './observe.ts'

/** Google's `predict`: Imagen's images, and Vertex' embeddings. */
export const geminiPredict = {
  observer,
  meter: predictMeter,
  inputSize: predictSize,
  endpoint: { methods: ['predict'], errors: geminiErrors },
  members: geminiMembers,
  renameModel: namedByPath,
} satisfies ClientProtocol
