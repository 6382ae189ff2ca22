import { countMap, headerMap, textList, textMap } from './json-kinds.ts'
import { integer, number, originList, toggle } from './kinds.ts'
import { inSection, under } from './option.ts'

const LONGEST_LIMIT_SECONDS = 86_400

const global = inSection('model-related', 'global', {
  'global.pass_through_request_enabled': toggle(false),
  'general_setting.ping_interval_enabled': toggle(false),
  'general_setting.ping_interval_seconds': integer(60, { min: 1, activeWith: 'general_setting.ping_interval_enabled' }),
  /** Origins whose pages may call the relay; empty: all. */
  'relay_setting.browser_origins': originList(),
})

/** Time limits of upstream requests; 0: none. */
const relay = inSection('model-related', 'relay', {
  'relay_setting.connect_timeout_seconds': integer(15, { min: 0, max: LONGEST_LIMIT_SECONDS }),
  // A whole response of a reasoning model may arrive in one piece after many minutes.
  'relay_setting.first_byte_timeout_seconds': integer(600, { min: 0, max: LONGEST_LIMIT_SECONDS }),
  'relay_setting.idle_timeout_seconds': integer(300, { min: 0, max: LONGEST_LIMIT_SECONDS }),
  'relay_setting.read_on_seconds': integer(60, { min: 0, max: 3_600 }),
})

/** The most tokens of a model; overrides the price list. Nothing beyond them is charged. */
const modelLimits = under(
  'prices',
  inSection('model-related', 'model-limits', {
    'relay_setting.context_windows': countMap({}),
    'relay_setting.output_limits': countMap({}),
  }),
)

/** Stores responses for clients that fetch or continue them, if their upstream does not store them. */
const storedResponses = inSection('model-related', 'stored-responses', {
  'stored_responses.enabled': toggle(true),
  // OpenAI's clients expect it.
  'stored_responses.unasked': toggle(true, { activeWith: 'stored_responses.enabled' }),
  'stored_responses.days': integer(30, { min: 1, max: 3_650, activeWith: 'stored_responses.enabled' }),
  'stored_responses.mib_each': integer(8, { min: 1, max: 64, activeWith: 'stored_responses.enabled' }),
  'stored_responses.mib_per_user': integer(256, { min: 1, activeWith: 'stored_responses.enabled' }),
})

const gemini = inSection('model-related', 'gemini', {
  'gemini.safety_settings': textMap({ default: 'OFF', HARM_CATEGORY_CIVIC_INTEGRITY: 'BLOCK_NONE' }),
  'gemini.version_settings': textMap({ default: 'v1beta', 'gemini-1.0-pro': 'v1' }),
  'gemini.supported_imagine_models': textList(['gemini-2.0-flash-exp-image-generation', 'gemini-2.0-flash-exp']),
  'gemini.thinking_adapter_enabled': toggle(false),
  'gemini.thinking_adapter_budget_tokens_percentage': number(0.6, {
    min: 0.1,
    max: 1,
    activeWith: 'gemini.thinking_adapter_enabled',
  }),
})

const claude = inSection('model-related', 'claude', {
  'claude.model_headers_settings': headerMap({}),
  'claude.default_max_tokens': countMap({ default: 8192 }),
  'claude.thinking_adapter_enabled': toggle(true),
  'claude.thinking_adapter_budget_tokens_percentage': number(0.8, {
    min: 0.1,
    max: 1,
    activeWith: 'claude.thinking_adapter_enabled',
  }),
})

export const modelRelatedOptions = { ...global, ...relay, ...modelLimits, ...storedResponses, ...gemini, ...claude }
