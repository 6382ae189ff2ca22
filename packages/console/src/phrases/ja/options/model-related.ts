import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const modelRelated = {
  'global.pass_through_request_enabled': {
    label: 'リクエストをそのまま渡す',
    hint: 'クライアントのボディを、変換、モデルマッピング、上書きなしで送ります。アップストリームがクライアントの形式に対応している必要があります。',
  },
  'general_setting.ping_interval_enabled': {
    label: '待機中のストリームを維持',
    hint: 'モデルが沈黙している間コメントを送り、プロキシやクライアントが切断しないようにします。',
  },
  'general_setting.ping_interval_seconds': {
    label: '維持信号の間隔',
    hint: 'このゲートウェイからユーザーまでの最も短い時間制限より短くしてください。',
    unit: '秒',
  },
  'relay_setting.connect_timeout_seconds': {
    label: '接続待ち',
    hint: 'この時間内に接続できないアップストリームは、失敗とみなします。0：無期限に待つ。',
    unit: '秒',
  },
  'relay_setting.first_byte_timeout_seconds': {
    label: '最初のバイト待ち',
    hint: '推論モデルは、応答までに数分考えることがあります。0：無期限に待つ。',
    unit: '秒',
  },
  'relay_setting.idle_timeout_seconds': {
    label: '応答中の最長の沈黙',
    hint: 'これより長く沈黙したストリームは停止します。0：無期限に待つ。',
    unit: '秒',
  },
  'relay_setting.browser_origins': {
    label: 'APIを呼び出せるページ',
    hint: '1行に1つのオリジン（例：https://app.example）。空欄：ユーザーのキーがあれば、どのサイトのページでも可。',
  },
  'relay_setting.read_on_seconds': {
    label: 'クライアントの切断後も読み続ける',
    hint: '推論を表示しないモデルの応答を、使用量を知るためにこの時間まで読み続けます。0：推論をすぐに推定で課金します。',
    unit: '秒',
  },
  'relay_setting.context_windows': {
    label: 'コンテキスト長',
    hint: 'モデル → トークン数。これを超える入力の報告は、この値に下げて印を付けます。価格表に優先します。どちらにもないモデルには、余裕のある上限を使います。',
  },
  'relay_setting.output_limits': {
    label: '出力の上限',
    hint: 'モデル → トークン数。1回の応答でこれを超える出力の報告は、この値に下げて印を付けます。未設定の場合は、コンテキストウィンドウを使います。クライアントの指定がこれより大きい場合は、この値に下げます。',
  },
  'stored_responses.enabled': {
    label: '応答を保存',
    hint: 'クライアントは、応答を再取得し、previous_response_idで続け、またはバックグラウンドで実行できます。応答は暗号化され、所有者だけが開けます。自ら応答を保存するアップストリームは、そちらで保存します。',
  },
  'stored_responses.unasked': {
    label: 'クライアントの指定がない場合も',
    hint: 'OpenAIと同じ動作です。オフの場合は、"store": trueのリクエストの応答だけを保存します。',
  },
  'stored_responses.days': {
    label: '保存期間',
    hint: '期間が過ぎると削除します。',
    unit: '日',
  },
  'stored_responses.mib_each': {
    label: '応答の最大サイズ',
    hint: 'リクエストを含めてこれより大きい応答は、返しますが保存しません。',
    unit: 'MiB',
  },
  'stored_responses.mib_per_user': {
    label: 'ユーザーごとの容量',
    hint: '一杯になると、最も古いものから削除します。',
    unit: 'MiB',
  },
  'gemini.safety_settings': {
    label: '安全性のしきい値',
    hint: '有害性の区分 → しきい値。挙げていない区分には「default」を適用します。',
  },
  'gemini.version_settings': {
    label: 'APIバージョン',
    hint: 'モデル → 呼び出すAPIのバージョン。挙げていないモデルには「default」を適用します。',
  },
  'gemini.supported_imagine_models': {
    label: '画像を生成するモデル',
    hint: 'これらのモデルへのリクエストでは、テキストと画像を一緒に求めます。',
  },
  'gemini.thinking_adapter_enabled': {
    label: 'モデル名で思考を切り替え',
    hint: '名前の末尾が-thinkingなら思考をオンに、-nothinkingならオフにします。',
  },
  'gemini.thinking_adapter_budget_tokens_percentage': {
    label: '思考の割合',
    hint: '応答の上限のうち思考に使える割合（0.1～1）。最大24,576トークン。',
  },
  'claude.model_headers_settings': {
    label: '追加ヘッダー',
    hint: 'モデル → ヘッダー → 値。そのモデルへのすべてのリクエストで送ります（例：anthropic-beta）。',
  },
  'claude.default_max_tokens': {
    label: '既定の応答の上限',
    hint: 'モデル → トークン数。挙げていないモデルは、可能なだけ出力できます。その上限が不明な場合は「default」を適用します。Claudeには上限が必要ですが、ほかの形式では省かれます。',
  },
  'claude.thinking_adapter_enabled': {
    label: 'モデル名で思考を切り替え',
    hint: '名前の末尾が-thinkingなら思考をオンにします。',
  },
  'claude.thinking_adapter_budget_tokens_percentage': {
    label: '思考の割合',
    hint: '応答の上限のうち思考に使える割合（0.1～1）。',
  },
} satisfies Incomplete<WordsOfTab<'model-related'>>
