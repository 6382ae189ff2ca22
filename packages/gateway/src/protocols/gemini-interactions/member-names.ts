import { names } from '../../raw/name-table.ts'
import { type NameTable, readNames } from '../../raw/read-names.ts'

/** https://ai.google.dev/api/interactions-api */
export const INTERACTION_NAMES: NameTable = {
  ...names(
    `model agent agent_config input system_instruction tools stream store background previous_interaction_id
    continuation_token response_format response_mime_type response_modalities service_tier safety_settings labels
    cached_content environment webhook_config`,
  ),
  generation_config: names(
    `temperature top_p seed stop_sequences max_output_tokens thinking_level thinking_summaries tool_choice
    speech_config image_config video_config transcription_config`,
  ),
}

export const interactionsMembers = readNames(INTERACTION_NAMES)
