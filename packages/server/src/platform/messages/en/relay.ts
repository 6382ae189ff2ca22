import type { RelayErrorCode } from '../relay-errors.ts'

export const relay: Record<RelayErrorCode, string> = {
  // ── Callers and their permissions.
  token_missing: 'No access token was given; send it in the Authorization or x-api-key header',
  token_invalid: 'The access token is invalid; check that it is complete, or make a new one in the console',
  session_needed: 'The playground is called from the console, signed in; with a token, call the same path without /pg',
  token_disabled: 'The access token is disabled; its owner can enable it in the console',
  project_archived: 'The project “{project}” of this token is archived; an administrator of the team can restore it',
  token_frozen: 'This token is frozen, or one above it is frozen or disabled; its owner can end that in the console',
  token_expired: 'The access token has expired; its owner can set a later date in the console',
  token_exhausted: 'The access token’s quota is used up; its owner can raise it in the console',
  user_banned: 'The user is banned; ask the administrator',
  ip_not_allowed: 'Your IP address is not on the token’s list; its owner can add it in the console',
  group_not_usable: 'The group {group} may not be used with this token; its owner can choose another in the console',
  model_not_allowed: 'This token may not use the model {model}; its owner can allow it in the console',
  channel_choice_not_allowed: 'Only administrators may choose a channel',
  channel_choice_unknown: 'There is no enabled channel {channel}',
  too_many_calls: 'You have reached the limit of {limit} requests in {minutes} min; try again in {seconds} s',
  limits_unavailable: 'The gateway cannot count calls at the moment; try again in a few seconds',
  too_many_from_address: 'Too many requests come from your address; try again in {seconds} s',

  // ── The request.
  body_too_large: 'The request body is larger than {limit}',
  body_not_form: 'The request body is not a valid multipart/form-data form: {reason}',
  body_encoding_unknown: 'Content-Encoding {encoding} is not supported; send {taken} or none',
  body_not_decodable: 'The request body is not valid {encoding}',
  body_not_json: 'The request body is not a valid JSON object: {reason}',
  model_missing: 'No model is given; fill in the field model',
  api_not_implemented: 'API not implemented',
  route_unknown: 'Invalid URL ({method} {path})',
  method_not_allowed: 'This endpoint does not accept {method}',
  model_unknown: 'The model {model} does not exist or you may not use it; /v1/models lists yours',
  input_too_long:
    'The input has about {tokens} tokens, more than the {limit} that the channels of the model {model} accept; shorten it',
  upgrade_required: 'This endpoint accepts WebSocket connections only',
  too_many_waiting: 'At most {most} requests may wait on one socket; send the next when a response has ended',
  session_keeps_model: 'The session keeps its model {model}; open another session for another model',
  ask_not_understood: 'The request is invalid: {reason}',
  thread_unsupported_request: 'This model’s provider keeps no threads: send the whole conversation without `thread`',
  ask_refused: 'The request cannot be put into the upstream’s format: {reason}',
  sensitive_words_detected: 'The request contains words that are not allowed here; change them and try again',
  sensitive_words_answered:
    'The answer was stopped: it contains words that are not allowed here. The part already generated is charged',
  body_too_slow: 'The request body arrives too slowly; check the connection and send it again',
  body_too_complex: 'The request body is too complex (over {limit}); split it into several requests',
  member_ambiguous: 'The field {member} is given more than once or in another spelling; give it once, as {member}',
  count_out_of_range: '{name} must be a whole number from 1 to {most}',
  member_not_boolean: '{name} must be true or false',
  quote_endpoint_unknown:
    'Calls of {endpoint} cannot be quoted; name a path such as /v1/chat/completions or /v1beta/models/MODEL:generateContent',
  mirror_not_planned: 'Calls of this kind are not planned for a copy',
  mirror_files: 'Files and batches are not planned: what they refer to is at the other gateway',
  mirror_tasks:
    'Drawings, songs and videos are not planned: their price goes by what their vendor answers, and later ones refer to earlier ones',
  mirror_free: 'Counting tokens is not planned: it costs nothing',
  mirror_media:
    'Planned with stand-ins for media that a call would fetch: nothing is fetched for a copy, so its price may differ',
  quote_needs_media: 'Nothing is fetched for a quote; send {name} as data instead of an address',

  // ── Tasks: drawings, music, videos.
  task_unknown: 'There is no task {id}',
  task_not_finished: 'The task {id} has not finished; ask again later',
  task_failed: 'The task {id} has failed: {reason}',
  task_no_channel: 'No channel for the model {model} in the group {group} accepts such tasks',
  task_channel_gone: 'The channel that task {id} ran on no longer exists; start again',
  task_member_missing: 'The request has no {member}; give one',
  task_member_invalid: '{member} must be {expected}',
  task_clip_unknown: 'No task of yours has the clip {clip}; name its task as task_id',
  task_not_taken_by_vendor: 'This model’s upstream does not accept {what}',
  task_result_gone: 'The upstream no longer has the result of task {id}',
  task_result_wrong_type: 'The upstream’s result of task {id} is not {kind} data',
  task_result_too_large: 'The result of task {id} is larger than {limit}',
  balance_moving: 'Other nodes are spending this balance; try again shortly',
  storing_off: 'Storing is switched off for your account or by the operator',
  response_not_found: 'The response {id} does not exist',
  previous_response_not_found: 'Previous response with id {id} not found; send the whole conversation as input',
  interaction_not_found: 'The interaction {id} does not exist',
  previous_interaction_not_found: 'Previous interaction with id {id} not found; send the whole conversation as input',
  response_not_finished: 'The response {id} is still in progress; wait until it has ended',
  response_channel_gone:
    'The response {id} is kept by a channel that is gone or does not serve this model; send the whole conversation as input',
  response_not_cancellable: 'Only a background response that is still in progress can be cancelled',
  background_not_stored:
    'A background response must be stored: leave out “store”: false; your account and this gateway must allow storing',
  background_elsewhere:
    'A background response cannot continue from {id}, which its own provider keeps; send the whole conversation as input',
  conversation_not_found: 'The conversation {id} does not exist',
  conversation_and_previous: 'Give either conversation or previous_response_id, not both',
  conversation_full: 'There is no more room for conversations ({limit} MiB); delete old ones',
  item_not_found: 'The item {id} does not exist; send the item itself',

  // ── Pictures, sounds and files given by address.
  media_unreachable:
    'The {part} of the request could not be fetched: its address does not answer, or is not on the public internet',
  media_not_given: 'The {part} of the request could not be fetched: its address answered {status}',
  media_too_large: 'The {part} of the request is larger than {limit}, or too large together with the others',
  media_wrong_type: 'The address of the {part} of the request did not return {kind} data',
  media_not_taken: 'The upstream did not accept the {part} of the request; send another file, or try again later',
  media_too_many: 'The request gives more than {limit} files by address; send their data instead',

  // ── Costs.
  user_quota_insufficient: 'Your balance is too low for this call ({amount} is set aside first); top it up',
  token_quota_insufficient: 'The token’s quota is too low for this call ({amount} is set aside first); raise it',
  user_period_used_up:
    'Your spending limit of {limit} is too low for this call ({amount} is set aside first); it renews at {renews}',
  member_budget_used_up:
    'Your budget of {limit} in this team does not cover this call, which reserves {amount}; it starts again at {renews}',
  project_budget_used_up:
    'The budget of {limit} for the project “{project}” does not cover this call, which reserves {amount}; it starts again at {renews}',
  token_period_used_up:
    'The token’s spending limit of {limit} is too low for this call ({amount} is set aside first); it renews at {renews}',
  budget_insufficient: 'This call costs at least {amount}, more than the budget of {budget} in X-Tollgate-Budget',
  subscription_used_up:
    'Your plan {plan} has too little left for this call ({amount} is set aside first); it returns at {returns}',
  subscription_spent:
    'Your plan {plan} has too little left for this call ({amount} is set aside first), and does not return',
  subscription_calls_used_up:
    'Your plan {plan} has too few calls left for this one, which counts as {calls}; more return at {returns}',
  subscription_calls_spent:
    'Your plan {plan} has too few calls left for this one, which counts as {calls}, and none return',
  quota_used_up: 'The quota is used up; the session has ended',
  budget_invalid: 'The header X-Tollgate-Budget must be an amount of US dollars such as 0.50',
  model_price_missing:
    'The model {model} has no price; ask the administrator to set one, or accept unpriced models in your settings',
  balance_empty: 'Your balance is used up; top it up',

  // ── Channels and upstreams.
  no_channel:
    'No channel is available for the model {model} in the group {group}; try another model or group, or ask the administrator',
  channels_resting:
    'Every channel for the model {model} in the group {group} is resting after failures; try again later',
  channels_full: 'All channels of this model are at their limits; try again in {seconds} s',
  channel_no_key: 'The channel has no enabled key',
  model_mapping_cycle: 'The channel’s model mapping is circular; tell the administrator',
  upstream_credentials: 'The channel’s credentials could not be exchanged for access; tell the administrator',
  upstream_unreachable: 'The upstream could not be reached',
  proxy_unreachable: 'The channel’s proxy could not be reached; tell the administrator',
  proxy_refused: 'The channel’s proxy rejected the call; ask the administrator to check its user and password',
  certificate_not_trusted:
    'The certificate of the upstream, or of the proxy before it, is not trusted; tell the administrator',
  upstream_connect_timeout: 'The upstream did not accept a connection within {seconds} s',
  upstream_first_byte_timeout: 'The upstream did not start to answer within {seconds} s',
  upstream_silent: 'The upstream was silent for {seconds} s; the answer was cut off',
  upstream_broke_off: 'The upstream broke off its answer',
  upstream_too_slow: 'The upstream reads too slowly; the session has ended',
  upstream_empty: 'The upstream’s answer was empty',
  upstream_not_readable: 'The upstream’s answer could not be read',
  upstream_too_large: 'The upstream’s answer is larger than {limit}',

  // ── The gateway itself, and clients that leave.
  client_too_slow: 'The client reads too slowly; the session has ended',
  client_gone: 'The client left before its answer started',
  internal: 'Internal gateway error, contact the administrator',
  database_unavailable: 'The gateway cannot reach its database at the moment; try again shortly',
  account_busy: 'The quota that pays for this call is held elsewhere at the moment; try again shortly',
  shutting_down: 'The gateway is restarting; try again shortly',
  user_memory_used_up: 'Your running requests take too much memory; wait for them to end and try again',
  user_calls_used_up:
    'You have {limit} running calls, as many as one user may have; wait for them to end and try again',
  memory_used_up: 'The gateway’s memory for calls is used up; try again shortly',
  gateway_busy: 'The gateway is running as many calls as it can; try again shortly',

  // ── Files and batches.
  file_unknown: 'There is no file {id}',
  batch_unknown: 'There is no batch {id}',
  sound_not_measured:
    'The field {field} is not accepted here: it could name another sound. Send the sound itself, as {file}',
  file_missing: 'The form has no field {field}; send exactly one',
  file_purpose_unknown: 'Files for the purpose {purpose} are not accepted; use one of {purposes}',
  file_not_for_batches: 'The file {id} was not uploaded with the purpose batch; upload it again with it',
  file_in_use: 'The file {id} belongs to a batch that has not ended; cancel the batch or wait for its end',
  batch_line_invalid: 'Line {line} of the batch is invalid: {reason}',
  batch_empty: 'The batch has no requests',
  batch_too_many: 'The batch has more than {limit} requests; split it',
  batch_endpoint_unknown: 'Batches cannot be sent to {endpoint}; use one of {endpoints}',
  batch_endpoint_differs: 'The requests of the file are for {found}, not for {endpoint}',
  batch_unpaid:
    'The batch may cost up to {amount}, more than is left; set an output limit in each request, split it, or top up',
  batch_running: 'The batch {id} has not ended; cancel it or wait for its end',
  video_length_unsupported: '{model} does not make videos of {seconds} seconds; use one of: {lengths}',
  video_size_unsupported: '{model} does not make videos of the size {size}; use one of: {sizes}',
  video_pictures_unsupported: '{model} accepts no more than {most} pictures',
  video_pictures_mixed: '{model} accepts its pictures all by address or all as data; do not mix the two',
  video_picture_too_large: 'A picture is larger than {model} accepts; the limit is {limit}',
  video_picture_needed: '{model} makes videos from pictures; send one as input_reference',
  video_picture_not_read:
    'A picture of the request is invalid: give an address on the public internet, or its data in base64',
  batch_no_channel: 'No channel for the model {model} in the group {group} accepts batches',
  files_no_channel: 'No channel in the group {group} accepts files',
  stored_channel_gone: 'The channel that has {id} is not available; try again later or upload it again',

  // ── Drawing.
  prompt_is_required: 'The field prompt is missing; fill it in',
  task_id_is_required: 'The field taskId is missing; give the id of a task',
  action_is_required: 'The field action is missing; give UPSCALE, VARIATION or REROLL',
  index_is_required: 'The field index is missing; give the picture’s number, 1 to 4',
  content_is_required: 'The field content is missing; write a task’s id and the change, such as “ID U1”',
  content_parse_failed: 'The change cannot be read; write a task’s id and U1 to U4, V1 to V4, or R',
  custom_id_is_required: 'The field customId is missing; give the one of a task’s button',
  unknown_action: 'The action {action} is unknown; use one of the task’s buttons that draw',
  image_is_required: 'The field image is missing; give a picture',
  base64_is_required: 'Give a picture in the field base64, or its address in link',
  base64_array_out_of_range: 'The field base64Array must hold {least} to {most} pictures',
  sour_base64_and_target_base64_is_required: 'Both sourceBase64 and targetBase64 are needed; give two pictures',
  task_not_found: 'There is no task {id}',
  task_status_not_success: 'The task {id} has not succeeded; wait for its end',
  get_channel_info_failed: 'The channel that has the task {id} is not available; start a new task',
  picture_not_found: 'There is no such picture, or its address has expired; fetch the task again',
  callback_not_understood: 'The notification is about another task than this address is for',
}
