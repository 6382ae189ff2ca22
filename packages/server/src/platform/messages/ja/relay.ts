import type { RelayErrorCode } from '../relay-errors.ts'

export const relay: Record<RelayErrorCode, string> = {
  // ── Callers and their permissions.
  token_missing: 'アクセストークンがありません。Authorizationまたはx-api-keyヘッダーで送ってください',
  token_invalid: 'アクセストークンが無効です。全体がコピーされているか確認するか、コンソールで新しく作成してください',
  session_needed:
    'プレイグラウンドはサインインしたコンソールから呼び出します。トークンを使う場合は、/pgを除いた同じパスを呼び出してください',
  token_disabled: 'アクセストークンは無効にされています。所有者がコンソールで有効にできます',
  project_archived: 'このトークンのプロジェクト「{project}」はアーカイブされています。チームの管理者が元に戻せます',
  token_frozen:
    'このトークンが凍結されているか、上位のトークンが凍結または無効にされています。所有者がコンソールで解除できます',
  token_expired: 'アクセストークンの有効期限が切れています。所有者がコンソールで期限を延ばせます',
  token_exhausted: 'アクセストークンのクォータがなくなりました。所有者がコンソールで増やせます',
  user_banned: 'ユーザーは利用を禁止されています。管理者に問い合わせてください',
  ip_not_allowed: 'あなたのIPアドレスはトークンの許可リストにありません。所有者がコンソールで追加できます',
  group_not_usable: 'このトークンではグループ{group}を使えません。所有者がコンソールで別のグループを選べます',
  model_not_allowed: 'このトークンではモデル{model}を使えません。所有者がコンソールで許可できます',
  channel_choice_not_allowed: 'チャネルを選べるのは管理者だけです',
  channel_choice_unknown: '有効なチャネル{channel}はありません',
  too_many_calls: '{minutes}分間に{limit}リクエストの上限に達しました。{seconds}秒後に再試行してください',
  limits_unavailable: 'ゲートウェイが現在呼び出しを数えられません。数秒後に再試行してください',
  too_many_from_address: 'あなたのアドレスからのリクエストが多すぎます。{seconds}秒後に再試行してください',

  // ── The request.
  body_too_large: 'リクエスト本文が{limit}を超えています',
  body_not_form: 'リクエスト本文が正しいmultipart/form-dataフォームではありません：{reason}',
  body_encoding_unknown: 'Content-Encoding {encoding}には対応していません。{taken}を使うか、指定しないでください',
  body_not_decodable: 'リクエスト本文が正しい{encoding}ではありません',
  body_not_json: 'リクエスト本文が正しいJSONオブジェクトではありません：{reason}',
  model_missing: 'モデルが指定されていません。フィールドmodelを入力してください',
  api_not_implemented: 'このAPIは実装されていません',
  route_unknown: 'URLが正しくありません（{method} {path}）',
  method_not_allowed: 'このエンドポイントは{method}を受け付けません',
  model_unknown: 'モデル{model}は存在しないか、利用できません。使えるモデルは/v1/modelsで確認できます',
  input_too_long:
    '入力は約{tokens}トークンで、モデル{model}のチャネルが受け付ける{limit}を超えています。短くしてください',
  upgrade_required: 'このエンドポイントはWebSocket接続だけを受け付けます',
  too_many_waiting: '1つのソケットで待てるリクエストは{most}件までです。応答が終わってから次を送ってください',
  session_keeps_model: 'セッションのモデル{model}は変えられません。ほかのモデルには別のセッションを開いてください',
  ask_not_understood: 'リクエストが正しくありません：{reason}',
  thread_unsupported_request:
    'このモデルのプロバイダーはスレッドを保存しません。`thread`を付けずに会話全体を送ってください',
  ask_refused: 'リクエストをアップストリームの形式に変換できません：{reason}',
  sensitive_words_detected: 'リクエストにここで許可されていない語が含まれています。変更して再試行してください',
  sensitive_words_answered: 'ここで許可されていない語が含まれるため、応答を中止しました。生成済みの部分は課金されます',
  body_too_slow: 'リクエスト本文の到着が遅すぎます。接続を確認して送り直してください',
  body_too_complex: 'リクエスト本文が複雑すぎます（{limit}超）。複数のリクエストに分けてください',
  member_ambiguous:
    'フィールド{member}が複数回、または別の表記で指定されています。{member}として1回だけ指定してください',
  count_out_of_range: '{name}は1から{most}までの整数でなければなりません',
  member_not_boolean: '{name}はtrueまたはfalseでなければなりません',
  quote_endpoint_unknown:
    '{endpoint}の呼び出しは見積もれません。/v1/chat/completionsや/v1beta/models/MODEL:generateContentのようなパスを指定してください',
  mirror_not_planned: 'この種類の呼び出しは、複製では計画されません',
  mirror_files: 'ファイルとバッチは計画されません。参照先がほかのゲートウェイにあるためです',
  mirror_tasks:
    '画像、楽曲、動画の生成は計画されません。料金がベンダーの応答によって決まり、後の処理が前の処理を参照するためです',
  mirror_free: 'トークン数の計算は計画されません。無料のためです',
  mirror_media:
    '取得するはずのメディアを仮のものに置き換えて計画しました。複製では何も取得しないため、料金が異なることがあります',
  quote_needs_media: '見積もりでは何も取得しません。{name}はアドレスではなくデータで送ってください',

  // ── Tasks: drawings, music, videos.
  task_unknown: 'タスク{id}はありません',
  task_not_finished: 'タスク{id}は終了していません。後でもう一度確認してください',
  task_failed: 'タスク{id}は失敗しました：{reason}',
  task_no_channel: 'グループ{group}には、モデル{model}のこのようなタスクを受け付けるチャネルがありません',
  task_channel_gone: 'タスク{id}を実行したチャネルはもう存在しません。最初からやり直してください',
  task_member_missing: 'リクエストに{member}がありません。指定してください',
  task_member_invalid: '{member}は{expected}でなければなりません',
  task_clip_unknown: 'クリップ{clip}を持つタスクがありません。そのタスクをtask_idで指定してください',
  task_not_taken_by_vendor: 'このモデルのアップストリームは{what}を受け付けません',
  task_result_gone: 'タスク{id}の結果はアップストリームにもう残っていません',
  task_result_wrong_type: 'アップストリームが返したタスク{id}の結果は{kind}データではありません',
  task_result_too_large: 'タスク{id}の結果が{limit}を超えています',
  balance_moving: 'ほかのノードがこの残高を使用しています。少し待ってから再試行してください',
  storing_off: '保存は、あなたのアカウントまたは運営者の設定でオフになっています',
  response_not_found: '応答{id}は存在しません',
  previous_response_not_found: '前の応答{id}が見つかりません。会話全体を入力として送ってください',
  interaction_not_found: 'インタラクション{id}は存在しません',
  previous_interaction_not_found: '前のインタラクション{id}が見つかりません。会話全体を入力として送ってください',
  response_not_finished: '応答{id}はまだ処理中です。終了するまで待ってください',
  response_channel_gone:
    '応答{id}を保存しているチャネルは、もう存在しないか、このモデルを提供していません。会話全体を入力として送ってください',
  response_not_cancellable: '取り消せるのは、処理中のバックグラウンド応答だけです',
  background_not_stored:
    'バックグラウンド応答は保存が必要です。「store: false」を外してください。アカウントとこのゲートウェイで保存が許可されている必要があります',
  background_elsewhere:
    'バックグラウンド応答は、ほかのプロバイダーが保存している{id}からは続けられません。会話全体を入力として送ってください',
  conversation_not_found: '会話{id}は存在しません',
  conversation_and_previous: 'conversationとprevious_response_idは、どちらか一方だけを指定してください',
  conversation_full: '会話を保存する空きがありません（{limit} MiB）。古いものを削除してください',
  item_not_found: '項目{id}は存在しません。項目そのものを送ってください',

  // ── Pictures, sounds and files given by address.
  media_unreachable:
    'リクエストの{part}を取得できませんでした。アドレスが応答しないか、公開インターネット上にありません',
  media_not_given: 'リクエストの{part}を取得できませんでした。アドレスが{status}を返しました',
  media_too_large: 'リクエストの{part}が{limit}を超えているか、ほかと合わせて大きすぎます',
  media_wrong_type: 'リクエストの{part}のアドレスは{kind}データを返しませんでした',
  media_not_taken:
    'アップストリームがリクエストの{part}を受け付けませんでした。別のファイルを送るか、後で再試行してください',
  media_too_many: 'アドレスで指定されたファイルが{limit}件を超えています。代わりにデータを送ってください',

  // ── Costs.
  user_quota_insufficient: 'この呼び出しには残高が足りません（先に{amount}を仮押さえします）。チャージしてください',
  token_quota_insufficient:
    'この呼び出しにはトークンのクォータが足りません（先に{amount}を仮押さえします）。増やしてください',
  user_period_used_up:
    'この呼び出しには利用上限{limit}が足りません（先に{amount}を仮押さえします）。{renews}に更新されます',
  member_budget_used_up:
    'このチームでのあなたの予算{limit}は、{amount}を仮押さえするこの呼び出しに足りません。{renews}に新しく始まります',
  project_budget_used_up:
    'プロジェクト「{project}」の予算{limit}は、{amount}を仮押さえするこの呼び出しに足りません。{renews}に新しく始まります',
  token_period_used_up:
    'この呼び出しにはトークンの利用上限{limit}が足りません（先に{amount}を仮押さえします）。{renews}に更新されます',
  budget_insufficient: 'この呼び出しには少なくとも{amount}かかり、X-Tollgate-Budgetの予算{budget}を超えます',
  subscription_used_up:
    'この呼び出しにはプラン{plan}の残りが足りません（先に{amount}を仮押さえします）。{returns}に回復します',
  subscription_spent: 'この呼び出しにはプラン{plan}の残りが足りません（先に{amount}を仮押さえします）。回復しません',
  subscription_calls_used_up:
    'プラン{plan}の残りの呼び出し回数が、{calls}回と数えるこの呼び出しに足りません。{returns}に回復します',
  subscription_calls_spent:
    'プラン{plan}の残りの呼び出し回数が、{calls}回と数えるこの呼び出しに足りません。回復しません',
  quota_used_up: 'クォータがなくなったため、セッションを終了しました',
  budget_invalid: 'ヘッダーX-Tollgate-Budgetは0.50のような米ドルの金額でなければなりません',
  model_price_missing:
    'モデル{model}に料金がありません。管理者に設定を依頼するか、設定で料金のないモデルを許可してください',
  balance_empty: '残高がなくなりました。チャージしてください',

  // ── Channels and upstreams.
  no_channel:
    'グループ{group}には、モデル{model}に使えるチャネルがありません。別のモデルかグループを試すか、管理者に問い合わせてください',
  channels_resting:
    'グループ{group}にあるモデル{model}のチャネルは、失敗のためすべて休止しています。後で再試行してください',
  channels_full: 'このモデルのチャネルはすべて上限に達しています。{seconds}秒後に再試行してください',
  channel_no_key: 'チャネルに有効なキーがありません',
  model_mapping_cycle: 'チャネルのモデルマッピングが循環しています。管理者に連絡してください',
  upstream_credentials: 'チャネルの認証情報ではアクセス権を得られませんでした。管理者に連絡してください',
  upstream_unreachable: 'アップストリームに接続できませんでした',
  proxy_unreachable: 'チャネルのプロキシに接続できませんでした。管理者に連絡してください',
  proxy_refused: 'チャネルのプロキシが呼び出しを拒否しました。ユーザー名とパスワードの確認を管理者に依頼してください',
  certificate_not_trusted:
    'アップストリーム、またはその手前のプロキシの証明書を信頼できません。管理者に連絡してください',
  upstream_connect_timeout: 'アップストリームが{seconds}秒以内に接続を受け付けませんでした',
  upstream_first_byte_timeout: 'アップストリームが{seconds}秒以内に応答を始めませんでした',
  upstream_silent: 'アップストリームの応答が{seconds}秒間途絶えたため、打ち切りました',
  upstream_broke_off: 'アップストリームが応答を中断しました',
  upstream_too_slow: 'アップストリームの受信が遅すぎるため、セッションを終了しました',
  upstream_empty: 'アップストリームの応答が空でした',
  upstream_not_readable: 'アップストリームの応答を読み取れませんでした',
  upstream_too_large: 'アップストリームの応答が{limit}を超えています',

  // ── The gateway itself, and clients that leave.
  client_too_slow: 'クライアントの受信が遅すぎるため、セッションを終了しました',
  client_gone: '応答が始まる前にクライアントが切断しました',
  internal: 'ゲートウェイの内部エラーです。管理者に連絡してください',
  database_unavailable: 'ゲートウェイが現在データベースに接続できません。少し待ってから再試行してください',
  account_busy: 'この呼び出しの支払いに使うクォータは、現在ほかで確保されています。少し待ってから再試行してください',
  shutting_down: 'ゲートウェイを再起動しています。少し待ってから再試行してください',
  user_memory_used_up: '実行中のリクエストがメモリを使いすぎています。終わるのを待ってから再試行してください',
  user_calls_used_up:
    '実行中の呼び出しが、1ユーザーの上限の{limit}件に達しています。終わるのを待ってから再試行してください',
  memory_used_up: '呼び出しに使うゲートウェイのメモリに空きがありません。少し待ってから再試行してください',
  gateway_busy: 'ゲートウェイは処理できる限りの呼び出しを実行しています。少し待ってから再試行してください',

  // ── Files and batches.
  file_unknown: 'ファイル{id}はありません',
  batch_unknown: 'バッチ{id}はありません',
  sound_not_measured:
    'フィールド{field}はここでは使えません。別の音声を指す可能性があるためです。音声そのものを{file}として送ってください',
  file_missing: 'フォームにフィールド{field}がありません。ちょうど1つ送ってください',
  file_purpose_unknown: '用途{purpose}のファイルは受け付けません。{purposes}のいずれかを使ってください',
  file_not_for_batches: 'ファイル{id}は用途batchでアップロードされていません。この用途でアップロードし直してください',
  file_in_use: 'ファイル{id}は終了していないバッチで使われています。バッチを取り消すか、終わるのを待ってください',
  batch_line_invalid: 'バッチの{line}行目が正しくありません：{reason}',
  batch_empty: 'バッチにリクエストがありません',
  batch_too_many: 'バッチのリクエストが{limit}件を超えています。分割してください',
  batch_endpoint_unknown: 'バッチは{endpoint}には送れません。{endpoints}のいずれかを使ってください',
  batch_endpoint_differs: 'ファイルのリクエストは{endpoint}ではなく{found}宛てです',
  batch_unpaid:
    'バッチには最大で{amount}かかる可能性があり、残りを超えています。各リクエストに出力の上限を設定するか、分割するか、チャージしてください',
  batch_running: 'バッチ{id}は終了していません。取り消すか、終わるのを待ってください',
  video_length_unsupported: '{model}は{seconds}秒の動画を生成できません。次のいずれかを使ってください：{lengths}',
  video_size_unsupported: '{model}はサイズ{size}の動画を生成できません。次のいずれかを使ってください：{sizes}',
  video_pictures_unsupported: '{model}が受け付ける画像は{most}枚までです',
  video_pictures_mixed: '{model}の画像は、すべてアドレスで、またはすべてデータで送ってください。混在はできません',
  video_picture_too_large: '画像が{model}の受け付ける大きさを超えています。上限は{limit}です',
  video_picture_needed: '{model}は画像から動画を生成します。input_referenceとして画像を送ってください',
  video_picture_not_read:
    'リクエストの画像が正しくありません。公開インターネット上のアドレスか、base64のデータを指定してください',
  batch_no_channel: 'グループ{group}には、モデル{model}のバッチを受け付けるチャネルがありません',
  files_no_channel: 'グループ{group}には、ファイルを受け付けるチャネルがありません',
  stored_channel_gone: '{id}を保存しているチャネルを使えません。後で再試行するか、もう一度アップロードしてください',

  // ── Drawing.
  prompt_is_required: 'フィールドpromptがありません。入力してください',
  task_id_is_required: 'フィールドtaskIdがありません。タスクのIDを指定してください',
  action_is_required: 'フィールドactionがありません。UPSCALE、VARIATION、REROLLのいずれかを指定してください',
  index_is_required: 'フィールドindexがありません。画像の番号を1から4で指定してください',
  content_is_required: 'フィールドcontentがありません。「ID U1」のように、タスクのIDと変更を書いてください',
  content_parse_failed: '変更を読み取れません。タスクのIDと、U1〜U4、V1〜V4、またはRを書いてください',
  custom_id_is_required: 'フィールドcustomIdがありません。タスクのボタンのものを指定してください',
  unknown_action: 'アクション{action}は不明です。描画を行うタスクのボタンを使ってください',
  image_is_required: 'フィールドimageがありません。画像を指定してください',
  base64_is_required: '画像をフィールドbase64で、またはそのアドレスをlinkで指定してください',
  base64_array_out_of_range: 'フィールドbase64Arrayには{least}枚から{most}枚の画像が必要です',
  sour_base64_and_target_base64_is_required: 'sourceBase64とtargetBase64の両方が必要です。画像を2枚指定してください',
  task_not_found: 'タスク{id}はありません',
  task_status_not_success: 'タスク{id}は成功していません。終わるのを待ってください',
  get_channel_info_failed: 'タスク{id}のチャネルを使えません。新しいタスクを始めてください',
  picture_not_found: 'その画像はないか、アドレスの有効期限が切れています。タスクを取得し直してください',
  callback_not_understood: '通知は、このアドレスのタスクとは別のタスクについてのものです',
}
