import type { FurtherPhrases } from '../language-pack.ts'

export const channelEditors: FurtherPhrases['channelEditors'] = {
  add: '行を追加',
  remove: '{{name}}を削除',
  repeated: 'この行はすでにあります',
  broken: 'JSONが正しくなると、表が再び表示されます。',
  asJson: '{{name}}をJSONで編集',
  asTable: '{{name}}を表で編集',
  before: 'クライアントの送信',
  after: 'アップストリームの受信',
  mapping: {
    from: '要求する名前',
    to: '送信する名前',
    circle: '「{{name}}」が循環しています',
    notServed: '「{{name}}」は提供するモデルにないため、誰も要求できません',
    unknownTarget: '「{{target}}」はこのタイプの既知のモデルにありません',
  },
  status: {
    from: 'アップストリームの状態',
    to: '扱い',
    invalid: 'ステータスは100から599までの数値です',
    outcome: 'アップストリームが{{from}}を返すと、ゲートウェイは{{to}}として処理し応答します。',
  },
  paste: {
    open: 'curlコマンドやコードから入力',
    label: 'curlコマンド、コード、環境変数',
    hint: 'ここに貼り付けると、タイプ、アドレス、キー、モデルが入力されます。内容はこのブラウザーの外に出ません。',
    filled: '入力しました：{{names}}',
    nothing: 'アドレス、キー、モデルのいずれも見つかりませんでした。',
  },
  headers: {
    label: 'ヘッダー',
    hint: 'タスク（動画、音楽、画像）以外のすべての呼び出しで送られ、ゲートウェイの同名のヘッダーに優先します。{api_key}はチャネルのキー、{client_header:NAME}はクライアントのヘッダーです。クライアントが送らなかったヘッダーは省かれます。',
    name: 'ヘッダー',
    value: '値',
    problem: {
      name: 'ヘッダー名に使えるのは英数字とハイフンです',
      reserved: 'このヘッダーはゲートウェイ自身が書き込みます',
      value: '値は印字可能なASCII文字で1～4,096文字です',
      credential: 'クライアントがこのゲートウェイに使うキーをアップストリームに送ってはいけません',
    },
  },
  override: { member: '項目', value: '値（JSONまたはテキスト）' },
  atLimit: {
    full: '次に達するとチャネルは満杯です',
    next: 'その次の呼び出しは',
    elsewhere: '同じモデルとグループの別のチャネルへ進みます',
    refused: 'すべて満杯なら429（channels_full）とRetry-Afterを返します',
  },
  setting: {
    invalid: 'ゲートウェイは「{{member}}」の値を受け付けません',
    all: '上の「制限」以降のすべてと、専用の入力欄がない設定です。',
    proxy: {
      label: 'プロキシ',
      hint: 'http、https、socks5。ユーザー名とパスワードはアドレスに含めます。',
      invalid:
        'プロキシのアドレスではありません。http、https、socks5、socks5hとホストが必要で、名前とパスワードの特殊文字は%40のように書きます',
      goesTo: '呼び出しの送り先',
      thenTo: 'そこからの送り先',
      direct: '呼び出しの直接の送り先',
      upstream: 'チャネルのアドレス',
      gatewayLooksUp: 'ホスト名はゲートウェイが解決します。',
      looksUp: 'ホスト名はプロキシが解決します。',
    },
    system_prompt: { label: 'システムプロンプト', hint: '独自のシステムプロンプトがないリクエストに使います。' },
    system_prompt_override: {
      label: 'すべてのリクエストにシステムプロンプト',
      hint: 'リクエスト自身の指示の前にも置かれます。',
    },
    force_format: {
      label: 'OpenAIの項目のみ',
      hint: 'チャットの応答は、OpenAIが文書化している項目だけを持ちます。',
    },
    thinking_to_content: {
      label: '思考を本文に含める',
      hint: '思考を別に表示しないチャットクライアント向けです。',
    },
    pass_through_body_enabled: {
      label: 'ボディをそのまま送る',
      hint: 'マッピングも上書きもせず、変更なしで送ります。',
    },
  },
}
