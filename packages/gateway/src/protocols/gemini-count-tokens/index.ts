import { unansweredMeter } from '../../metering/text.ts'
import { geminiErrors } from '../gemini/errors.ts'
import { countSize } from '../gemini/input-size.ts'
import { geminiMembers } from '../gemini/member-names.ts'
import { renameInCount } from '../gemini/rename-model.ts'
import type { ClientProtocol } from '../protocol.ts'
import { geminiClient } from './exchange.ts'
import { observer } from './observe.ts'

/** Gemini's count of a conversation's tokens. */
export const geminiCountTokens = {
  observer,
  meter: unansweredMeter,
  inputSize: countSize,
  endpoint: { methods: ['countTokens'], errors: geminiErrors, isFree: true },
  members: geminiMembers,
  renameModel: renameInCount,
  countTokens: geminiClient,
} satisfies ClientProtocol
