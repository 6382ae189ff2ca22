import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const modelRelated = {
  'global.pass_through_request_enabled': {
    label: 'Pass requests through untouched',
    hint: 'Sends the client’s own body, without conversion, model mapping or overrides. The upstream must speak the client’s format.',
  },
  'general_setting.ping_interval_enabled': {
    label: 'Keep waiting streams alive',
    hint: 'Sends a comment while the model is silent, so that proxies and clients do not hang up.',
  },
  'general_setting.ping_interval_seconds': {
    label: 'Time between two keep-alives',
    hint: 'Choose less than the shortest time limit between here and your users.',
    unit: 's',
  },
  'relay_setting.connect_timeout_seconds': {
    label: 'Wait for a connection',
    hint: 'An upstream that cannot be reached in this time counts as failed. 0: wait forever.',
    unit: 's',
  },
  'relay_setting.first_byte_timeout_seconds': {
    label: 'Wait for the first byte',
    hint: 'Reasoning models may think for minutes before they answer. 0: wait forever.',
    unit: 's',
  },
  'relay_setting.idle_timeout_seconds': {
    label: 'Longest silence within an answer',
    hint: 'A stream that is silent for longer is stopped. 0: wait forever.',
    unit: 's',
  },
  'relay_setting.browser_origins': {
    label: 'Pages that may call the API',
    hint: 'One origin per line, such as https://app.example. Empty: pages of any site, with a user’s key.',
  },
  'relay_setting.read_on_seconds': {
    label: 'Keep reading after a client has left',
    hint: 'For this long the answer of a model with hidden reasoning is read to its end, to learn its usage. 0: the reasoning is charged by an estimate at once.',
    unit: 's',
  },
  'relay_setting.context_windows': {
    label: 'Context windows',
    hint: 'Model → tokens. A report of more input than this is reduced to it and marked. Overrides the price list; models that are in neither get a generous limit.',
  },
  'relay_setting.output_limits': {
    label: 'Output limits',
    hint: 'Model → tokens. A report of more output for one answer than this is reduced to it and marked. If none is set, the context window applies. A client’s higher limit is lowered to this.',
  },
  'stored_responses.enabled': {
    label: 'Store responses',
    hint: 'Clients may fetch a response again, continue from it with previous_response_id, or let it run in the background. Responses are encrypted and only open to their owner. Upstreams that store responses themselves keep theirs.',
  },
  'stored_responses.unasked': {
    label: 'Also if the client does not say',
    hint: 'As OpenAI does. Otherwise only responses to requests with “store”: true are stored.',
  },
  'stored_responses.days': {
    label: 'Stored for',
    hint: 'Afterwards they are removed.',
    unit: 'days',
  },
  'stored_responses.mib_each': {
    label: 'Largest response',
    hint: 'A longer one, with its request, is answered but not stored.',
    unit: 'MiB',
  },
  'stored_responses.mib_per_user': {
    label: 'Room for each user',
    hint: 'When it is full, the oldest go first.',
    unit: 'MiB',
  },
  'gemini.safety_settings': {
    label: 'Safety thresholds',
    hint: 'Category of harm → threshold. “default” applies to every category not named.',
  },
  'gemini.version_settings': {
    label: 'API versions',
    hint: 'Model → version of the API to call. “default” applies to every model not named.',
  },
  'gemini.supported_imagine_models': {
    label: 'Models that draw',
    hint: 'Requests to these ask for text and images together.',
  },
  'gemini.thinking_adapter_enabled': {
    label: 'Thinking by model name',
    hint: 'A name ending in -thinking turns thinking on, -nothinking turns it off.',
  },
  'gemini.thinking_adapter_budget_tokens_percentage': {
    label: 'Share of thinking',
    hint: 'The share of the answer limit that may be spent on thinking, from 0.1 to 1; at most 24,576 tokens.',
  },
  'claude.model_headers_settings': {
    label: 'Extra headers',
    hint: 'Model → header → values. Sent with every request to that model, such as anthropic-beta.',
  },
  'claude.default_max_tokens': {
    label: 'Answer limit if the client sets none',
    hint: 'Model → tokens. A model not named may write as much as it can; “default” applies if that is unknown. Claude requires a limit; other formats leave it out.',
  },
  'claude.thinking_adapter_enabled': {
    label: 'Thinking by model name',
    hint: 'A name ending in -thinking turns thinking on.',
  },
  'claude.thinking_adapter_budget_tokens_percentage': {
    label: 'Share of thinking',
    hint: 'The share of the answer limit that may be spent on thinking, from 0.1 to 1.',
  },
} satisfies Incomplete<WordsOfTab<'model-related'>>
