import { type LimitTable, missing, reduced, refusing } from '../common/limits.ts'
import { noSearch, ofMessages, ofResponses } from '../common/own-only.ts'
import { repeatedResult } from '../common/tool-results.ts'

export const limits = {
  repeatedResult,
  ...noSearch,
  ...ofMessages,
  ...ofResponses,
  speaker: missing('name of a speaker', 'Cohere does not support it'),
  assistantMedia: missing('media in an assistant turn', 'an assistant message of Cohere cannot hold it'),
  resultMedia: missing('media in a tool result', 'Cohere takes text there; sent as user content after it'),
  errorFlag: missing('tool result error flag', 'Cohere does not support it'),
  textFile: reduced('file', 'Cohere takes no files here; its text was sent'),
  refusedAudio: refusing('audio input', 'Cohere takes no audio'),
  refusedVideo: refusing('video input', 'Cohere takes no video'),
  refusedFile: refusing('file', 'Cohere takes only text files'),
  reasoningBack: reduced('earlier reasoning', 'this model takes none back'),
  citationsBack: missing('citations', 'Cohere takes none back'),
  marks: missing('cache mark', 'Cohere caches by itself'),
  chosenTools: missing('tool choice', 'Cohere cannot choose among tools; only the chosen ones were sent'),
  onlyTool: missing('tool choice', 'there is no other tool to call'),
  grammar: missing('tool format', 'Cohere does not support grammars for tools'),
  strictness: reduced('tool strictness', 'Cohere is strict with all tools or with none'),
  format: reduced('format', 'Cohere enforces no format next to tools'),
  stops: reduced('stop', 'Cohere takes 5 stop sequences'),
  topP: reduced('topP', 'Cohere takes 0.01 to 0.99; the nearest was sent'),
  topK: reduced('topK', 'Cohere takes 0 to 500; the nearest was sent'),
  temperature: reduced('temperature', 'Cohere takes 0 to 1; the nearest was sent'),
  frequencyPenalty: reduced('frequencyPenalty', 'Cohere takes 0 to 1; the nearest was sent'),
  presencePenalty: reduced('presencePenalty', 'Cohere takes 0 to 1; the nearest was sent'),
  reasoning: reduced('reasoning', 'this model does not think'),
} satisfies LimitTable
