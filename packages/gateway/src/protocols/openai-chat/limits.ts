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
  errorFlag: missing('tool result error flag', 'OpenAI Chat has no word for it'),
  textFile: missing('file', 'OpenAI Chat takes no text files; its text was sent'),
  fileName: reduced('file name', 'this host takes none'),
  imageDetail: reduced('image detail', 'OpenAI Chat takes auto, low and high; sent as high', ['openai-responses']),
  mediaKind: reduced('media kind', 'OpenAI Chat names a stored file, not what is in it'),
  reasoningBack: reduced('earlier reasoning', 'the upstream does not take it back'),
  signatureBack: reduced('signature', 'the upstream does not take it back'),
  citationsBack: missing('citations', 'OpenAI Chat takes none back'),
  searchLimits: reduced('tool web_search limits', 'OpenAI Chat has no word for domains and counts of a search', [
    'anthropic-messages',
    'openai-responses',
  ]),
  marks: reduced('cache mark', 'OpenAI Chat caches by itself'),
  stops: reduced('stop', 'OpenAI Chat takes 4 stop sequences'),
  shownReasoning: missing('reasoning.show', 'the upstream shows what it shows'),
  mostEffort: reduced('reasoning.effort', 'the most OpenAI Chat takes is xhigh'),
  unmeasured: reduced('reasoning.effort', 'this model is told to think or not, not how hard'),
  budget: reduced('reasoning.budget', 'this model takes less or more; the nearest was sent'),
  hostLacks,
  ...effortLimits('OpenAI Chat'),
  pause: untold('finish reason', 'OpenAI Chat has no word for a pause'),
  contentPart: untold('part of the content', 'an answer of OpenAI Chat holds plain text alone'),
  mediaSignature: untold('signature', 'OpenAI Chat has no place for one on media'),
  furtherSignatures: untold('signature', 'OpenAI Chat has place for one beside the text; the last was sent'),
} satisfies LimitTable
