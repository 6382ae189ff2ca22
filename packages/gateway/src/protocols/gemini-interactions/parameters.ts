import type { ParameterTable } from '../common/parameters.ts'
import { mapped, plain } from '../common/parameters.ts'

/** What its clients can ask for. https://ai.google.dev/api/interactions-api: members of `generation_config` unless noted. */
export const parameters: Partial<ParameterTable> = {
  maxTokens: plain('max_output_tokens'),
  temperature: plain('temperature'),
  topP: plain('top_p'),
  seed: plain('seed'),
  stop: plain('stop_sequences'),
  toolChoice: mapped('tool_choice'),
  reasoning: mapped('thinking_level'),
  // beside generation_config
  format: mapped('response_format'),
  modalities: mapped('response_modalities'),
  serviceTier: mapped('service_tier'),
}

/** Members that the request reads besides parameters; storing is done by the gateway. */
export const otherMembers = [
  'model',
  'input',
  'system_instruction',
  'tools',
  'generation_config',
  'response_mime_type',
  'stream',
  'store',
  'background',
]

/** Members of `generation_config` that the request reads besides parameters. */
export const otherConfigMembers = ['thinking_summaries']

/** Members that refer to content stored by Google. */
export const keptByProvider = ['previous_interaction_id', 'cached_content', 'continuation_token']

/** Members that only Google's own agents support. */
export const agentMembers = ['agent', 'agent_config', 'environment']
