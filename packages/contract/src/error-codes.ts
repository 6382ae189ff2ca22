/**
 * All errors of console calls: their stable codes with their HTTP status. Business failures are 200 with `success: false`,
 * as consoles of this family expect. The sentences are in `messages/`, one folder per language.
 */
export const errors = {
  // ── access
  session_missing: 401,
  user_header_missing: 401,
  user_header_mismatch: 401,
  access_token_invalid: 401,
  user_banned: 401,
  role_too_low: 403,
  demo_site: 405,
  route_unknown: 404,
  body_too_large: 413,
  body_too_slow: 408,
  too_many_requests: 429,
  internal: 500,
  database_unavailable: 503,
  reports_busy: 503,
  report_too_slow: 504,
  report_cancelled: 499,
  setup_missing: 200,

  // ── input
  input_invalid: 200,
  body_not_json: 200,
  content_type_not_json: 415,

  // ── set-up
  setup_done: 200,
  setup_username_empty: 200,
  setup_password_short: 200,
  setup_password_mismatch: 200,

  // ── sign-in
  login_fields_empty: 200,
  login_failed: 200,
  password_login_disabled: 200,

  // ── users
  username_taken: 200,
  username_too_long: 200,
  user_not_found: 200,
  user_role_not_below: 200,
  user_quota_too_low: 200,
  webhook_url_required: 200,
  webhook_url_not_https: 200,
  webhook_url_not_public: 200,
  notification_email_invalid: 200,

  // ── redemption codes
  redemption_required: 200,
  redemption_malformed: 200,
  redemption_unknown: 200,
  redemption_disabled: 200,
  redemption_used: 200,
  redemption_not_found: 200,
  redemption_used_is_final: 200,
  redemption_name_required: 200,

  // ── wallet
  topup_disabled: 200,
  server_address_missing: 200,
  topup_too_small: 200,
  topup_too_large: 200,
  topup_costs_nothing: 200,
  transfer_too_small: 200,
  transfer_too_large: 200,

  // ── options
  option_unknown: 200,
  option_invalid: 200,
  option_needs: 200,
  option_in_use: 200,

  // ── jobs
  job_running: 200,

  // ── channels
  channel_not_found: 200,
  channel_name_and_key_required: 200,
  channel_one_key: 200,
  channel_models_required: 200,
  channel_model_name_too_long: 200,
  channel_model_mapping_invalid: 200,
  channel_model_mapping_cycle: 200,
  channel_setting_invalid: 200,
  channel_status_code_mapping_invalid: 200,
  channel_type_unknown: 200,
  channel_base_url_required: 200,
  channel_base_url_invalid: 200,

  // ── tokens
  token_not_found: 200,
  token_limit_reached: 200,
  token_name_required: 200,
  token_name_too_long: 200,
  token_ip_invalid: 200,
  token_group_not_usable: 200,
  token_expired_cannot_enable: 200,
  token_exhausted_cannot_enable: 200,
} as const

export type ErrorCode = keyof typeof errors
