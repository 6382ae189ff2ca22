import type { ErrorCode } from '../../error-codes.ts'

export const errors: Record<ErrorCode, string> = {
  // ── access
  session_missing: 'Not signed in or the session has expired, please sign in again',
  user_header_missing: 'The New-Api-User header is missing; send your own user id',
  user_header_mismatch: 'The New-Api-User header does not match the signed-in user, please sign in again',
  access_token_invalid: 'The system access token is invalid',
  user_banned: 'This user is banned, contact the administrator',
  role_too_low: 'Your role does not allow this',
  demo_site: 'This site is for demo only, nothing can be changed',
  route_unknown: 'There is no call {method} {path}',
  body_too_large: 'The request body is larger than {limit}',
  body_too_slow: 'The request body arrives too slowly; check the connection and send it again',
  too_many_requests: 'Too many requests, please try again later',
  internal: 'Internal server error, contact the administrator (request {requestId})',
  database_unavailable: 'The database cannot be reached or written to at the moment, please try again later',
  reports_busy: 'Too many long searches are running at the moment, please try again shortly',
  report_too_slow:
    'This took longer than {seconds} seconds and was ended; narrow the filter: a shorter period, one user or one model',
  report_cancelled: 'The search was ended because its caller left',
  setup_missing: 'The system is not set up yet, finish the set-up first',

  // ── input
  input_invalid: 'The field “{field}” {reason}',
  body_not_json: 'The request body is not valid JSON',
  content_type_not_json: 'Send the request body as application/json',

  // ── set-up
  setup_done: 'The system is already set up',
  setup_username_empty: 'Please enter admin username',
  setup_password_short: 'Password must be at least 8 characters',
  setup_password_mismatch: 'The two passwords entered do not match',

  // ── sign-in
  login_fields_empty: 'Please enter username and password',
  login_failed: 'Wrong username or password, or the user is banned',
  password_login_disabled: 'Password login is disabled',

  // ── users
  username_taken: 'This username is already taken',
  username_too_long: 'The username may have at most {limit} characters',
  user_not_found: 'There is no such user',
  user_role_not_below: 'You may not act on users of the same or a higher level',
  user_quota_too_low: 'The user has less than that',
  webhook_url_required: 'Please enter a webhook address',
  webhook_url_not_https: 'The webhook address must start with https://',
  webhook_url_not_public: 'The webhook address must not lead into a private network',
  notification_email_invalid: 'The notification e-mail address is invalid',

  // ── redemption codes
  redemption_required: 'Please enter a redemption code!',
  redemption_malformed: 'A redemption code has 32 letters and digits, check whether it was typed in full',
  redemption_unknown: 'There is no such redemption code',
  redemption_disabled: 'This redemption code is disabled',
  redemption_used: 'This redemption code has already been used',
  redemption_not_found: 'There is no such redemption code',
  redemption_used_is_final: 'A used redemption code cannot be changed',
  redemption_name_required: 'Please enter a name',

  // ── wallet
  topup_disabled: 'The administrator has not enabled online top-up!',
  server_address_missing:
    'The administrator has not set the server’s address, which online top-up needs; tell the administrator',
  topup_too_small: 'The top-up amount must be at least {min}',
  topup_too_large: 'The top-up amount must be at most {max}',
  topup_costs_nothing: 'The amount to pay is less than a cent',
  transfer_too_small: 'The transfer amount minimum is {min}',
  transfer_too_large: 'Only {available} of earnings can be transferred',

  // ── options
  option_unknown: 'There is no option {key}',
  option_invalid: 'The value of option {key} is refused: {reason}',
  option_needs: 'Fill in {needs} before enabling {key}',
  option_in_use: '{key} cannot be cleared while {by} is enabled',

  // ── jobs
  job_running: 'The job is running already; wait for it to end',

  // ── channels
  channel_not_found: 'There is no such channel, refresh the page and try again.',
  channel_name_and_key_required: 'Please fill in the channel name and key!',
  channel_one_key: 'One channel has one key',
  channel_models_required: 'Please choose at least one model!',
  channel_model_name_too_long: 'A model name may have at most {limit} characters: {model}',
  channel_model_mapping_invalid: 'The model mapping must be valid JSON!',
  channel_model_mapping_cycle: 'The model mapping runs in a circle at {model}',
  channel_setting_invalid: 'The channel’s extra settings are invalid at {member}',
  channel_status_code_mapping_invalid: 'The status code mapping is invalid; write JSON such as {"429": "500"}',
  channel_type_unknown: 'There is no channel type {type}',
  channel_base_url_required: 'This channel type needs an API address',
  channel_base_url_invalid: 'The API address is invalid; it must start with http:// or https://',

  // ── tokens
  token_not_found: 'There is no such token',
  token_limit_reached: 'You may have at most {limit} tokens',
  token_name_required: 'Please enter a token name',
  token_name_too_long: 'The token name may have at most {limit} characters',
  token_ip_invalid: '“{ip}” is neither an IP address nor a CIDR range',
  token_group_not_usable: 'You may not use the group {group}',
  token_expired_cannot_enable: 'The token has expired; change its expiry before enabling it',
  token_exhausted_cannot_enable: 'The token’s quota is used up; raise it before enabling the token',
}
