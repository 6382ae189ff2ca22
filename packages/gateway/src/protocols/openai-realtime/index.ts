import { openAiErrors } from '../openai-chat/errors.ts'
import type { ClientProtocol } from '../protocol.ts'
import { inputSize } from './input-size.ts'
import { liveMembers } from './member-names.ts'
import { liveMeter } from './meter.ts'
import { observer } from './observe.ts'

/** OpenAI's live sessions. */
export const openAiRealtime = {
  observer,
  meter: liveMeter,
  inputSize,
  endpoint: { path: '/v1/realtime', errors: openAiErrors, isSocket: true },
  members: liveMembers,
  oneContext: true,
} satisfies ClientProtocol
