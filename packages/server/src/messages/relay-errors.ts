/** The OpenAI error type; other dialects derive theirs from the status. */
type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'insufficient_quota'
  | 'rate_limit_error'
  | 'api_error'

const is = (status: number, type: ErrorType) => ({ status, type })

/** Every error of a relayed call: its stable code with its HTTP status and its type. */
export const relayErrors = {
  // ── Authentication and permissions.
  token_missing: is(401, 'authentication_error'),
  token_invalid: is(401, 'authentication_error'),
  session_needed: is(401, 'authentication_error'),
  token_disabled: is(401, 'authentication_error'),
  token_expired: is(401, 'authentication_error'),
  token_exhausted: is(401, 'authentication_error'),
  user_banned: is(403, 'permission_error'),
  ip_not_allowed: is(403, 'permission_error'),
  group_not_usable: is(403, 'permission_error'),
  model_not_allowed: is(403, 'permission_error'),
  channel_choice_not_allowed: is(403, 'permission_error'),
  channel_choice_unknown: is(400, 'invalid_request_error'),
  too_many_calls: is(429, 'rate_limit_error'),
  limits_unavailable: is(503, 'api_error'),
  too_many_from_address: is(429, 'rate_limit_error'),

  // ── The request.
  body_too_large: is(413, 'invalid_request_error'),
  body_not_form: is(400, 'invalid_request_error'),
  body_encoding_unknown: is(415, 'invalid_request_error'),
  body_not_decodable: is(400, 'invalid_request_error'),
  body_not_json: is(400, 'invalid_request_error'),
  model_missing: is(400, 'invalid_request_error'),
  api_not_implemented: is(501, 'invalid_request_error'),
  route_unknown: is(404, 'invalid_request_error'),
  method_not_allowed: is(405, 'invalid_request_error'),
  model_unknown: is(404, 'invalid_request_error'),
  input_too_long: is(400, 'invalid_request_error'),
  upgrade_required: is(426, 'invalid_request_error'),
  too_many_waiting: is(429, 'rate_limit_error'),
  session_keeps_model: is(400, 'invalid_request_error'),
  ask_not_understood: is(400, 'invalid_request_error'),
  ask_refused: is(400, 'invalid_request_error'),
  thread_unsupported_request: is(400, 'invalid_request_error'),
  sensitive_words_detected: is(400, 'invalid_request_error'),
  sensitive_words_answered: is(403, 'permission_error'),
  body_too_slow: is(408, 'invalid_request_error'),
  body_too_complex: is(400, 'invalid_request_error'),
  member_ambiguous: is(400, 'invalid_request_error'),
  count_out_of_range: is(400, 'invalid_request_error'),

  // ── Files and batches.
  file_unknown: is(404, 'invalid_request_error'),
  batch_unknown: is(404, 'invalid_request_error'),
  file_missing: is(400, 'invalid_request_error'),
  file_purpose_unknown: is(400, 'invalid_request_error'),
  file_not_for_batches: is(400, 'invalid_request_error'),
  file_in_use: is(409, 'invalid_request_error'),
  batch_line_invalid: is(400, 'invalid_request_error'),
  batch_empty: is(400, 'invalid_request_error'),
  batch_too_many: is(400, 'invalid_request_error'),
  batch_endpoint_unknown: is(400, 'invalid_request_error'),
  batch_endpoint_differs: is(400, 'invalid_request_error'),
  batch_unpaid: is(403, 'insufficient_quota'),
  batch_running: is(409, 'invalid_request_error'),
  batch_no_channel: is(503, 'api_error'),
  files_no_channel: is(503, 'api_error'),
  stored_channel_gone: is(503, 'api_error'),
  // ── Stored responses and conversations.
  storing_off: is(403, 'permission_error'),
  response_not_found: is(404, 'invalid_request_error'),
  previous_response_not_found: is(400, 'invalid_request_error'),
  response_not_finished: is(400, 'invalid_request_error'),
  response_channel_gone: is(410, 'invalid_request_error'),
  response_not_cancellable: is(400, 'invalid_request_error'),
  background_not_stored: is(400, 'invalid_request_error'),
  background_elsewhere: is(400, 'invalid_request_error'),
  conversation_not_found: is(404, 'invalid_request_error'),
  conversation_and_previous: is(400, 'invalid_request_error'),
  conversation_full: is(400, 'invalid_request_error'),
  item_not_found: is(404, 'invalid_request_error'),

  // ── Pictures, sounds and files given by address.
  media_unreachable: is(400, 'invalid_request_error'),
  media_not_given: is(400, 'invalid_request_error'),
  media_too_large: is(400, 'invalid_request_error'),
  media_wrong_type: is(400, 'invalid_request_error'),
  media_not_taken: is(502, 'api_error'),
  media_too_many: is(400, 'invalid_request_error'),

  // ── Quota and prices.
  user_quota_insufficient: is(403, 'insufficient_quota'),
  token_quota_insufficient: is(403, 'insufficient_quota'),
  user_period_used_up: is(429, 'insufficient_quota'),
  token_period_used_up: is(429, 'insufficient_quota'),
  quota_used_up: is(403, 'insufficient_quota'),
  model_price_missing: is(400, 'invalid_request_error'),
  balance_empty: is(403, 'insufficient_quota'),

  // ── Channels and upstreams.
  no_channel: is(503, 'api_error'),
  channels_resting: is(503, 'api_error'),
  channels_full: is(429, 'rate_limit_error'),
  channel_no_key: is(503, 'api_error'),
  model_mapping_cycle: is(500, 'api_error'),
  upstream_credentials: is(502, 'api_error'),
  upstream_unreachable: is(502, 'api_error'),
  proxy_unreachable: is(502, 'api_error'),
  proxy_refused: is(502, 'api_error'),
  certificate_not_trusted: is(502, 'api_error'),
  upstream_connect_timeout: is(504, 'api_error'),
  upstream_first_byte_timeout: is(504, 'api_error'),
  upstream_silent: is(504, 'api_error'),
  upstream_broke_off: is(502, 'api_error'),
  upstream_too_slow: is(504, 'api_error'),
  upstream_empty: is(502, 'api_error'),
  upstream_not_readable: is(502, 'api_error'),
  upstream_too_large: is(502, 'api_error'),

  // ── The gateway itself, and its clients.
  client_too_slow: is(408, 'invalid_request_error'),
  client_gone: is(499, 'api_error'),
  internal: is(500, 'api_error'),
  database_unavailable: is(503, 'api_error'),
  shutting_down: is(503, 'api_error'),
  user_memory_used_up: is(429, 'rate_limit_error'),
  user_calls_used_up: is(429, 'rate_limit_error'),
  memory_used_up: is(503, 'api_error'),
  gateway_busy: is(503, 'api_error'),
}

export type RelayErrorCode = keyof typeof relayErrors
