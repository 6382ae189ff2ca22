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
  speaker: missing('name of a speaker', 'Converse does not support it'),
  laterSystem: reduced(...LATER_SYSTEM),
  systemMedia: missing('media in a system turn', 'a system turn takes only text here'),
  assistantMedia: missing('media in an assistant turn', 'an assistant message of Converse cannot hold it'),
  mediaAddress: refusing(
    'media by address',
    'Bedrock takes only S3 addresses; the gateway fetches http addresses for it',
  ),
  fileType: refusing('file', 'Bedrock takes documents, images, audio and video as files'),
  fileName: reduced('file name', 'Converse takes letters, digits and few other characters, and each name once'),
  imageDetail: missing('image detail', 'Converse does not support it'),
  reasoningBack: reduced('earlier reasoning', 'not sealed by this family; sent as text in <thinking> tags'),
  citationsBack: missing('citations', 'Converse takes none back'),
  badArguments: reduced('tool arguments', NO_OBJECT),
  resultMarks: reduced('cache mark', 'Converse takes none inside a tool result', MARKING),
  toolMarks: reduced('cache mark', 'this model takes none among its tools', MARKING),
  noMarks: reduced('cache mark', 'this model takes no cache points', MARKING),
  marks: reduced('cache mark', 'Converse takes 4; the earliest were left out', MARKING),
  forbiddenCalls: missing('tool choice', 'Converse cannot forbid calls'),
  hiddenTools: missing('tool choice', 'Converse cannot forbid calls; no tools were sent'),
  allowedTools: missing('tool choice', 'Converse cannot choose among tools; only the allowed ones were sent'),
  forcedCalls: reduced('tool choice', 'this model cannot be made to call a tool'),
  grammar: missing('tool format', 'Converse does not support grammars for tools'),
  strictness: reduced('tool strictness', 'this model does not enforce schemas'),
  anyJson: missing('format', 'Converse enforces a schema, not JSON without one'),
  schema: reduced('format', 'this model does not enforce schemas'),
  blankStops: reduced('stop', 'Converse does not stop at spaces alone'),
  temperature: reduced('temperature', 'Converse takes 0 to 1; sent as 1'),
  topK: reduced('topK', 'this model does not support it'),
  reasoning: reduced('reasoning', 'this model does not support it'),
  effort: reduced('reasoning.effort', 'this model takes low, medium or high'),
  tier: reduced('serviceTier', 'Converse has no such tier'),
  metadata: reduced('metadata', 'Converse takes only texts'),
  ...claudeLimits,
} satisfies LimitTable
