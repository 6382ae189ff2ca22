import { type LimitTable, missing, reduced, untold } from '../common/limits.ts'
import { NO_OBJECT } from '../common/losses.ts'
import { ofMessages, ofResponses } from '../common/own-only.ts'
import { hostLacks } from '../common/parameters.ts'
import { LATER_SYSTEM } from '../common/system-turns.ts'
import { repeatedResult } from '../common/tool-results.ts'

export const limits = {
  repeatedResult,
  ...ofMessages,
  ...ofResponses,
  hostLacks,
  speaker: missing('name of a speaker', 'Gemini does not support it'),
  laterSystem: missing(...LATER_SYSTEM),
  assistantMedia: reduced('media in an assistant turn', 'only the provider that stores it has it'),
  resultMedia: reduced('media in a tool result', 'this model sees none there; sent as user content after it'),
  imageDetail: missing('image detail', 'Gemini does not support it'),
  fileName: reduced('file name', 'Gemini takes none'),
  textFile: missing('file', 'Gemini takes files as data; its text was sent that way'),
  citationsBack: missing('citations', 'Gemini takes none back'),
  badArguments: reduced('tool arguments', NO_OBJECT),
  marks: missing('cache mark', 'Gemini caches by itself'),
  allowedTools: reduced('tool choice', 'this model cannot choose among tools; only the allowed ones were sent'),
  choiceOfServerTools: missing('tool choice', 'Gemini takes one only among functions'),
  mixedTools: reduced('tool', 'this model takes none of its own together with functions'),
  grammar: missing('tool format', 'Gemini does not support grammars for tools'),
  strictness: reduced('tool strictness', 'this model does not enforce schemas'),
  stops: reduced('stop', 'Gemini takes 5 stop sequences'),
  seed: reduced('seed', 'Gemini takes whole numbers of 32 bits'),
  frequencyPenalty: reduced('frequencyPenalty', 'this model takes no penalties'),
  presencePenalty: reduced('presencePenalty', 'this model takes no penalties'),
  tier: reduced('serviceTier', 'Gemini has no such tier'),
  noReasoning: reduced('reasoning', 'this model does not think'),
  alwaysReasons: reduced('reasoning', 'this model cannot switch thinking off; the least was sent'),
  budgetAsLevel: reduced('reasoning.budget', 'this model takes a level; the nearest was sent'),
  budget: reduced('reasoning.budget', 'this model takes less or more; the nearest was sent'),
  effort: reduced('reasoning.effort', 'this model has no such level; the nearest was sent'),
  stopSequence: untold('stop sequence', 'Gemini does not report which one matched'),
  pause: untold('finish reason', 'Gemini does not report a pause'),
  logprobs: untold('logprobs', 'Gemini reports tokens without their bytes'),
  transcript: untold('audio transcript', 'Gemini does not support it'),
  cutArguments: untold('tool arguments', NO_OBJECT),
} satisfies LimitTable
