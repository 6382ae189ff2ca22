import { unansweredMeter } from '../../metering/text.ts'
import { geminiErrors } from '../gemini/errors.ts'
import { embedSize } from '../gemini/input-size.ts'
import { geminiMembers } from '../gemini/member-names.ts'
import { renameInBatch, renameInEmbed } from '../gemini/rename-model.ts'
import type { ClientProtocol } from '../protocol.ts'
import { geminiClient } from './exchange.ts'
import { observer } from './observe.ts'

/** Gemini's embedding of one text. */
export const geminiEmbedContent = {
  observer,
  meter: unansweredMeter,
  inputSize: embedSize,
  endpoint: { methods: ['embedContent'], errors: geminiErrors },
  members: geminiMembers,
  renameModel: renameInEmbed,
  embeddings: geminiClient('embedContent'),
} satisfies ClientProtocol

/** Gemini's embeddings of many texts. */
export const geminiBatchEmbedContents = {
  observer,
  meter: unansweredMeter,
  inputSize: embedSize,
  endpoint: { methods: ['batchEmbedContents'], errors: geminiErrors },
  members: geminiMembers,
  renameModel: renameInBatch,
  embeddings: geminiClient('batchEmbedContents'),
} satisfies ClientProtocol
