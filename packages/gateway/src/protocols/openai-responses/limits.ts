import { type LimitTable, missing, reduced, refusing, untold } from '../common/limits.ts'
import { mediaAsTextLimits } from '../common/media-as-text.ts'
import { effortLimits } from '../common/openai-effort.ts'
import { ofMessages } from '../common/own-only.ts'
import { hostLacks } from '../common/parameters.ts'
import { repeatedResult } from '../common/tool-results.ts'

const MESSAGES = ['anthropic-messages']
const MARKING = ['openai-chat', 'anthropic-messages']

export const limits = {
  repeatedResult,
  ...ofMessages,
  hostLacks,
  speaker: missing('name of a speaker', 'OpenAI Responses does not support it'),
  assistantMedia: reduced('media in an assistant turn', 'OpenAI Responses takes only images that the model made'),
  resultMedia: reduced('media in a tool result', 'OpenAI Responses takes no audio or video there'),
  errorFlag: missing('tool result error flag', 'OpenAI Responses does not support it'),
  textFile: missing('file', 'OpenAI Responses takes no text files; its text was sent'),
  refusedAudio: refusing('audio input', 'OpenAI Responses takes no audio'),
  refusedVideo: refusing('video input', 'OpenAI Responses takes no video'),
  reasoningBack: reduced('earlier reasoning', 'not sealed by this family; left out'),
  citationsBack: reduced('citations', 'OpenAI Responses names only addresses'),
  otherMarks: reduced('cache mark', 'OpenAI Responses marks only user content', MARKING),
  noMarks: reduced('cache mark', 'this model caches by itself', MARKING),
  searchDomains: reduced('tool web_search "blocked_domains"', 'OpenAI Responses does not support it', MESSAGES),
  searchUses: reduced('tool web_search "max_uses"', 'OpenAI Responses does not support it', MESSAGES),
  leastTokens: reduced('maxTokens', 'OpenAI Responses takes at least 16'),
  tier: reduced('serviceTier', 'OpenAI has no such tier'),
  ...effortLimits('OpenAI Responses'),
  furtherAnswers: untold('further answers', 'OpenAI Responses gives one answer'),
  pause: untold('finish reason', 'OpenAI Responses does not pause'),
  citations: untold('citations', 'OpenAI Responses names only addresses'),
  answeredTier: untold('service tier', 'OpenAI has no such tier'),
  ...mediaAsTextLimits('OpenAI Responses'),
  mediaSignature: untold('signature', 'OpenAI Responses has no place for one on media'),
} satisfies LimitTable
