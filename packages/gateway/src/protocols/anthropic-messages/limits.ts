import { type LimitTable, missing, reduced, refusing, untold, untoldInStreams } from '../common/limits.ts'
import { NO_OBJECT } from '../common/losses.ts'
import { mediaAsTextLimits } from '../common/media-as-text.ts'
import { ofResponses } from '../common/own-only.ts'
import { hostLacks } from '../common/parameters.ts'
import { LATER_SYSTEM } from '../common/system-turns.ts'
import { repeatedResult } from '../common/tool-results.ts'

/** Claude's limits for both Messages and Bedrock's Converse. */
export const claudeLimits = {
  noThinking: reduced('reasoning', 'this model does not think'),
  alwaysThinks: reduced('reasoning', 'this model cannot switch thinking off; the least was sent'),
  nearestEffort: reduced('reasoning.effort', 'this model has no such effort; the nearest was sent'),
  noEffort: reduced('reasoning', 'this model takes no effort'),
  forcedCall: reduced('reasoning', 'a forced tool call leaves no room for thinking'),
  smallLimit: reduced('reasoning', 'max_tokens leaves no room for thinking'),
  unsealedCall: reduced('reasoning', 'the tool call being answered came without sealed reasoning'),
  adaptive: reduced('reasoning', 'this model does not decide how much to think; sent as a medium budget'),
  budgetAsEffort: reduced('reasoning.budget', 'this model takes an effort instead'),
  largeBudget: reduced('reasoning.budget', 'shortened to fit max_tokens'),
  untunedTemperature: reduced('temperature', 'this model takes no sampling parameters'),
  untunedTopP: reduced('topP', 'this model takes no sampling parameters'),
  untunedTopK: reduced('topK', 'this model takes no sampling parameters'),
  thinkingTemperature: reduced('temperature', 'thinking takes only the default'),
  thinkingTopP: reduced('topP', 'thinking takes 0.95 to 1'),
  thinkingTopK: reduced('topK', 'thinking takes only the default'),
  besideTemperature: reduced('topP', 'this model takes temperature or top_p, not both'),
  hotTemperature: reduced('temperature', 'Claude takes 0 to 1; sent as 1'),
} satisfies LimitTable

const MARKING = ['openai-chat', 'openai-responses']

export const limits = {
  repeatedResult,
  ...ofResponses,
  hostLacks,
  speaker: missing('name of a speaker', 'Messages does not support it'),
  laterSystem: reduced(...LATER_SYSTEM),
  assistantMedia: missing('media in an assistant turn', 'an assistant message of Messages cannot hold it'),
  refusedAudio: refusing('audio input', 'Messages takes no audio'),
  refusedVideo: refusing('video input', 'Messages takes no video'),
  fileType: refusing('file', 'Messages takes images, PDF and text as files'),
  imageDetail: missing('image detail', 'Messages does not support it'),
  reasoningBack: reduced('earlier reasoning', 'not sealed by this family; sent as text in <thinking> tags'),
  citationsBack: reduced('citations', 'Messages takes back only its own'),
  badArguments: reduced('tool arguments', NO_OBJECT),
  allowedTools: missing('tool choice', 'Messages cannot choose among tools; only the allowed ones were sent'),
  grammar: missing('tool format', 'Messages does not support grammars for tools'),
  strictness: reduced('tool strictness', 'this model does not enforce schemas'),
  marks: reduced('cache mark', 'Messages takes 4; the earliest were left out', MARKING),
  anyJson: missing('format', 'Messages enforces a schema, not JSON without one'),
  schema: reduced('format', 'this model does not enforce schemas'),
  blankStops: reduced('stop', 'Messages does not stop at spaces alone'),
  tier: reduced('serviceTier', 'Messages has no such tier'),
  ...claudeLimits,
  furtherAnswers: untold('further answers', 'Messages gives one answer'),
  logprobs: untold('logprobs', 'Messages does not support them'),
  ...mediaAsTextLimits('Messages'),
  mediaSignature: untold('signature', 'Messages has no place for one on media'),
  lateSignature: untoldInStreams('signature', 'Messages has no place for it after the block began'),
  lastSignature: untoldInStreams('signature', 'a stream of Messages has no place for it after the last text'),
  lateSearch: untoldInStreams('search results', 'a stream of Messages has no place for them after the last text'),
  cutArguments: untold('tool arguments', NO_OBJECT),
} satisfies LimitTable
