import type { Format } from '../../observers/index.ts'
import { type NameTable, type ReadNames, readNames } from '../read-names.ts'

/** The members of a format's requests that the gateway reads: each must be given once and spelled as it is. */
export const readMembersOf = (format: Format): ReadNames => READ[format] ?? common

/** Names as a table without anything read inside. */
const names = (list: string): NameTable => Object.fromEntries(list.split(/\s+/).map(name => [name, true]))

/** OpenAI's and Anthropic's, of all their endpoints, and what compatible hosts add: none means two things. */
export const COMMON: NameTable = {
  ...names(
    `model stream stream_format n best_of max_tokens max_completion_tokens max_output_tokens reasoning_effort
    messages prompt system instructions input previous_response_id conversation background store include truncation
    temperature top_p top_k min_p frequency_penalty presence_penalty repetition_penalty seed stop stop_sequences
    logit_bias logprobs top_logprobs parallel_tool_calls max_tool_calls verbosity modalities service_tier user metadata
    prompt_cache_key prompt_cache_retention tools functions function_call output_format container mcp_servers
    context_management suffix echo dimensions encoding_format input_type query documents top_n max_tokens_per_doc
    return_documents size quality style background response_format output_compression partial_images moderation
    voice speed language image mask file timestamp_granularities chunking_strategy`,
  ),
  stream_options: names('include_usage include_obfuscation'),
  reasoning: names('effort summary generate_summary max_tokens enabled exclude'),
  thinking: names('type budget_tokens display'),
  output_config: names('effort format task_budget'),
  text: names('format verbosity'),
  audio: names('voice format'),
  tool_choice: names('type name function mode tools allowed_tools disable_parallel_tool_use'),
  web_search_options: names('search_context_size user_location'),
  cache_control: names('type ttl'),
}

const CONTENT: NameTable = {
  ...names('model contents tools safetySettings cachedContent serviceTier labels store'),
  systemInstruction: names('role parts'),
  generationConfig: {
    ...names(
      `candidateCount maxOutputTokens temperature topP topK seed stopSequences presencePenalty frequencyPenalty logprobs
      responseLogprobs responseMimeType responseSchema responseJsonSchema _responseJsonSchema responseModalities
      mediaResolution speechConfig imageConfig audioTimestamp enableEnhancedCivicAnswers routingConfig`,
    ),
    thinkingConfig: names('includeThoughts thinkingBudget thinkingLevel'),
  },
  toolConfig: {
    functionCallingConfig: names('mode allowedFunctionNames streamFunctionCallArguments'),
    retrievalConfig: true,
  },
}

/** Gemini's, of all its methods. */
export const GEMINI: NameTable = {
  ...CONTENT,
  ...names('content taskType title outputDimensionality requests instances'),
  parameters: names(
    'sampleCount aspectRatio imageSize sampleImageSize personGeneration outputDimensionality autoTruncate',
  ),
  generateContentRequest: CONTENT,
}

const SESSION: NameTable = {
  ...names(
    `type model instructions modalities output_modalities voice input_audio_format output_audio_format
    input_audio_transcription turn_detection tools tool_choice temperature max_output_tokens max_response_output_tokens
    include prompt tracing truncation`,
  ),
  audio: {
    input: { ...names('format turn_detection noise_reduction'), transcription: names('model language prompt') },
    output: names('format voice speed'),
  },
}

/** Messages of a live session. */
export const LIVE: NameTable = {
  ...names('type event_id audio item item_id previous_item_id response_id content_index audio_end_ms'),
  session: SESSION,
  response: { ...SESSION, ...names('conversation metadata input') },
}

/** Google takes its names in either case. */
const bothCases = (name: string): string[] => [name, name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)]

const common = readNames(COMMON)
const gemini = readNames(GEMINI, bothCases)

const READ: Partial<Record<Format, ReadNames>> = {
  gemini,
  'gemini-count-tokens': gemini,
  'gemini-embed-content': gemini,
  'gemini-batch-embed-contents': gemini,
  'gemini-predict': gemini,
  'openai-realtime': readNames(LIVE),
}
