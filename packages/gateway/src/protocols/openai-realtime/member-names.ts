import { names } from '../../raw/name-table.ts'
import { type NameTable, readNames } from '../../raw/read-names.ts'

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
export const LIVE_NAMES: NameTable = {
  ...names('type event_id audio item item_id previous_item_id response_id content_index audio_end_ms'),
  session: SESSION,
  response: { ...SESSION, ...names('conversation metadata input') },
}

export const liveMembers = readNames(LIVE_NAMES)
