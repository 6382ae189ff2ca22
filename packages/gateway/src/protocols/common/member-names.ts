import { names } from '../../raw/name-table.ts'
import { type NameTable, readNames } from '../../raw/read-names.ts'

/**
 * The members of OpenAI and Anthropic, for all endpoints, and those that compatible hosts add: no name has two
 * meanings.
 */
export const COMMON_NAMES: NameTable = {
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

export const commonMembers = readNames(COMMON_NAMES)
