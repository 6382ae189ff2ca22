import { type LimitTable, missing, reduced, untold } from '../common/limits.ts'
import { effortLimits } from '../common/openai-effort.ts'
import { noForeignSearch, ofMessages, ofResponses } from '../common/own-only.ts'
import { hostLacks } from '../common/parameters.ts'
import { repeatedResult } from '../common/tool-results.ts'

export const limits = {
  repeatedResult,
  ...noForeignSearch,
  ...ofMessages,
  ...ofResponses,
  assistantMedia: reduced('media in an assistant turn', 'an assistant message of OpenAI Chat cannot hold it'),
  resultMedia: missing('media in a tool result', 'OpenAI Chat takes text there; sent as user content after it'),
  errorFlag: missing('tool result error flag', 'OpenAI Chat does not support it'),
  textFile: missing('file', 'OpenAI Chat takes no text files; its text was sent'),
  fileName: reduced('file name', 'this host takes none'),
  imageDetail: reduced('image detail', 'OpenAI Chat takes auto, low and high; sent as high', ['openai-responses']),
  mediaKind: reduced('media kind', 'OpenAI Chat names a stored file, not its kind'),
  reasoningBack: reduced('earlier reasoning', 'the upstream does not take it back'),
  signatureBack: reduced('signature', 'the upstream does not take it back'),
  citationsBack: missing('citations', 'OpenAI Chat takes none back'),
  searchLimits: reduced('tool web_search limits', 'OpenAI Chat cannot limit a search by domains and count', [
    'anthropic-messages',
    'openai-responses',
  ]),
  marks: reduced('cache mark', 'OpenAI Chat caches by itself'),
  stops: reduced('stop', 'OpenAI Chat takes 4 stop sequences'),
  shownReasoning: missing('reasoning.show', 'the upstream decides what it shows'),
  mostEffort: reduced('reasoning.effort', 'the most OpenAI Chat takes is xhigh'),
  unmeasured: reduced('reasoning.effort', 'this model can only be told whether to think'),
  budget: reduced('reasoning.budget', 'this model takes less or more; the nearest was sent'),
  hostLacks,
  ...effortLimits('OpenAI Chat'),
  pause: untold('finish reason', 'OpenAI Chat does not report a pause'),
  contentPart: untold('part of the content', 'an answer of OpenAI Chat holds only plain text'),
  mediaSignature: untold('signature', 'OpenAI Chat has no place for one on media'),
  furtherSignatures: untold('signature', 'OpenAI Chat has a place for one next to the text; the last was sent'),
} satisfies LimitTable
