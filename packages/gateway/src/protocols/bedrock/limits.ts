import { claudeLimits } from '../anthropic-messages/limits.ts'
import { type LimitTable, missing, reduced, refusing } from '../common/limits.ts'
import { NO_OBJECT } from '../common/losses.ts'
import { noSearch, ofMessages, ofResponses } from '../common/own-only.ts'
import { LATER_SYSTEM } from '../common/system-turns.ts'
import { repeatedResult } from '../common/tool-results.ts'

const MARKING = ['openai-chat', 'openai-responses', 'anthropic-messages']

export const limits = {
  repeatedResult,
  ...noSearch,
  ...ofMessages,
  ...ofResponses,
  speaker: missing('name of a speaker', 'Converse has no word for it'),
  laterSystem: reduced(...LATER_SYSTEM),
  systemMedia: missing('media in a system turn', 'the system speaks in text here'),
  assistantMedia: missing('media in an assistant turn', 'an assistant message of Converse cannot hold it'),
  mediaAddress: refusing('media by address', 'Bedrock takes no address but those of S3; http ones are fetched for it'),
  fileType: refusing('file', 'Bedrock takes documents, images, sound and films as files'),
  fileName: reduced('file name', 'Converse takes letters, digits and few signs, and each name once'),
  imageDetail: missing('image detail', 'Converse has no word for it'),
  reasoningBack: reduced('earlier reasoning', 'not sealed by this family; sent as text in <thinking> tags'),
  citationsBack: missing('citations', 'Converse takes none back'),
  badArguments: reduced('tool arguments', NO_OBJECT),
  resultMarks: reduced('cache mark', 'Converse takes none inside a tool result', MARKING),
  toolMarks: reduced('cache mark', 'this model takes none among its tools', MARKING),
  noMarks: reduced('cache mark', 'this model takes no cache points', MARKING),
  marks: reduced('cache mark', 'Converse takes 4; the earliest were left out', MARKING),
  forbiddenCalls: missing('tool choice', 'Converse cannot forbid calls'),
  hiddenTools: missing('tool choice', 'Converse cannot forbid calls; no tools are shown'),
  allowedTools: missing('tool choice', 'Converse cannot choose among tools; only the allowed ones are shown'),
  forcedCalls: reduced('tool choice', 'this model cannot be made to call a tool'),
  grammar: missing('tool format', 'Converse knows no grammars for tools'),
  strictness: reduced('tool strictness', 'this model does not hold to a schema'),
  anyJson: missing('format', 'Converse holds to a schema, not to any JSON'),
  schema: reduced('format', 'this model does not hold to a schema'),
  blankStops: reduced('stop', 'Converse does not stop at spaces alone'),
  temperature: reduced('temperature', 'Converse takes 0 to 1; sent as 1'),
  topK: reduced('topK', 'this model has no word for it'),
  reasoning: reduced('reasoning', 'this model has no word for it'),
  effort: reduced('reasoning.effort', 'this model takes low, medium or high'),
  tier: reduced('serviceTier', 'Converse has no such tier'),
  metadata: reduced('metadata', 'Converse takes texts only'),
  ...claudeLimits,
} satisfies LimitTable
