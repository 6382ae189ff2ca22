import type { StoredFormatName } from '../../relay/call/stored-call.ts'
import { interactionsFormat } from './interactions/format.ts'
import { responsesFormat } from './responses-format.ts'
import type { StoredFormat } from './stored-format.ts'

export const storedFormats: Readonly<Record<StoredFormatName, StoredFormat>> = {
  'openai-responses': responsesFormat,
  'gemini-interactions': interactionsFormat,
}
