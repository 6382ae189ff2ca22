import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

const languages = {
  en: '英語',
  zh: '中国語',
  ru: 'ロシア語',
  fr: 'フランス語',
  ja: '日本語',
  vi: 'ベトナム語',
  'zh-TW': '中国語（繁体字）',
}

export const operation = {
  TopUpLink: {
    label: 'チャージ用リンク',
    hint: 'ユーザーがクォータや引き換えコードを購入できる場所です。ウォレットのページにリンクが表示されます。',
  },
  'general_setting.docs_link': {
    label: 'ドキュメントのリンク',
    hint: '独自のドキュメントです。上部のバーに表示されます。空欄：表示しない。',
  },
  'general_setting.fallback_language': {
    label: '新しい訪問者の言語',
    hint: 'ブラウザーの言語がコンソールの言語のどれでもない訪問者に使います。',
    choices: languages,
  },
  DisplayInCurrencyEnabled: {
    label: 'クォータをドルで表示',
    hint: 'オン：残高と課金額を$1.00のように表示します。オフ：クォータの数値で表示します。',
  },
  DisplayTokenStatEnabled: {
    label: '残高照会にトークンの値を返す',
    hint: 'オン：残高を照会したクライアントに、そのトークンの残高を返します。オフ：ユーザーの残高を返します。',
  },
  DefaultCollapseSidebar: {
    label: 'サイドメニューを畳んで開始',
    hint: '自分で選んでいないユーザーに適用します。',
  },
  SelfUseModeEnabled: {
    label: '自己利用モード',
    hint: '自分専用のゲートウェイ向け：誰も登録できず、料金のないモデルも呼び出せます。',
  },
  DemoSiteEnabled: {
    label: 'デモサイト',
    hint: '誰も変更やテストの開始、メールの送信ができません。デモを終えるため、最高管理者だけがオプションを変更できます。',
  },
  QuotaForNewUser: {
    label: '新規ユーザーのクォータ',
    hint: '登録時に一度だけ付与します。',
  },
  QuotaForInviter: {
    label: '招待の報酬',
    hint: '招待から新しいユーザーが登録するごとに、招待者が得るクォータ。',
  },
  QuotaForInvitee: {
    label: '招待された人の特典',
    hint: '招待から登録した新しいユーザーへの追加のクォータ。',
  },
  QuotaRemindThreshold: {
    label: '残高不足の警告',
    hint: '残高がこれを下回ったユーザーに警告します。ユーザー自身が値を決めている場合は、それに従います。',
  },
  PreConsumedQuota: {
    label: '仮押さえする応答の長さ',
    hint: 'リクエストが応答の長さの上限を示さない場合に、仮押さえする応答のトークン数。',
    unit: 'トークン',
  },
  QuotaPerUnit: {
    label: '1ドルあたりのクォータ',
    hint: '1米ドルに相当するクォータ。既存の残高の数値は変わらないため、変更すると残高の価値が変わります。',
  },
  LogConsumeEnabled: {
    label: 'すべての呼び出しを記録',
    hint: 'オフ：課金は続きますが、利用ログに行が残りません。',
  },
  'archive_setting.enabled': {
    label: '削除前にアーカイブ',
    hint: 'ログから消去する行を、先に圧縮ファイルに書き出します。帳簿の照合では引き続き数えられ、tollgate logsで検索できます。',
  },
  'archive_setting.after_days': {
    label: 'アーカイブする古さ',
    hint: '自動的にログから移されます。0：手動で消去した行のみ。',
    unit: '日',
  },
  'archive_setting.place': {
    label: 'アーカイブの場所',
    hint: 'フォルダーの完全なパス、またはS3バケットのアドレス（例：https://s3.eu-central-1.amazonaws.com/bucket/logs）。空欄：データフォルダーのlog-archive。',
  },
  'archive_setting.s3_region': {
    label: 'バケットのリージョン',
    hint: '空欄：アドレスから判断。',
  },
  'archive_setting.s3_access_key_id': {
    label: 'アクセスキーID',
    hint: 'このアカウントには、バケットへの書き込み、読み取り、削除の権限が必要です。',
  },
  'archive_setting.s3_secret': {
    label: 'シークレットアクセスキー',
    hint: '各リクエストの署名に使います。送信はされません。',
  },
  'mirror_setting.enabled': {
    label: 'ミラーした呼び出しを計画',
    hint: '/mirrorに送られた別のゲートウェイの呼び出しのコピーを計画します。アップストリームは呼び出さず、課金もせず、集計以外は何も残しません。',
  },
  RetryTimes: {
    label: '再試行回数',
    hint: 'チャネルが最初のバイトの前に失敗したとき、さらに試すチャネルの数。0：試さない。',
  },
  AffinityRules: {
    label: 'アフィニティルール',
    hint: '同じキーの呼び出しは、最後に応答したチャネルに送られ続けます。呼び出しに合い、キーが見つかる最初のルールで決まります。なければ、クライアントが付けた名前か会話の冒頭で会話を見分けます。* は任意の文字列です。',
  },
  ChannelDisableThreshold: {
    label: 'チャネルテストの最長時間',
    hint: 'テストがこれより長くかかったチャネルは、失敗とみなします。0：無制限。',
    unit: '秒',
  },
  AutomaticDisableChannelEnabled: {
    label: '失敗するチャネルを無効化',
    hint: 'キーが拒否されたとき、残高がなくなったとき、テストに失敗したときに、チャネルを使わないようにします。',
  },
  AutomaticEnableChannelEnabled: {
    label: '回復したチャネルを有効化',
    hint: '自動で無効になったチャネルを、テストが再び成功したときに有効にします。',
  },
  'monitor_setting.auto_test_channel_enabled': {
    label: 'チャネルを定期的にテスト',
    hint: '下の間隔で、すべてのチャネルを小さなリクエストでテストします。アップストリームはその料金を請求します。',
  },
  'monitor_setting.auto_test_channel_minutes': {
    label: 'テストの間隔',
    hint: 'ある回の開始から次の回の開始まで。',
    unit: '分',
  },
  'monitor_setting.update_balance_minutes': {
    label: '残高の取得間隔',
    hint: '有効なすべてのチャネルのプロバイダーに問い合わせます。失敗するチャネルを無効にする設定の場合、残高のないチャネルは無効になります。0：手動のみ。',
    unit: '分',
  },
  AutomaticDisableKeywords: {
    label: 'チャネルを無効にする語',
    hint: '1行に1つ。アップストリームのエラーがいずれかを含むと、チャネルを無効にします。大文字と小文字は区別しません。',
  },
  MetricsToken: {
    label: 'メトリクスのトークン',
    hint: '/metricsを読み取る側が、Authorization: Bearer …として送ります。',
  },
  MetricsAddresses: {
    label: 'メトリクスを読めるアドレス',
    hint: 'トークンは不要です。1行に1つのアドレスまたは範囲（例：10.0.0.0/8）。',
  },
  AlertsEnabled: { label: 'アラートを送信', hint: '下に入力したWebhookとメールアドレスに送ります。' },
  'alert_setting.webhook_url': {
    label: 'Webhook',
    hint: 'すべてのアラートをPOSTによりJSONで受け取ります。自分のネットワーク内のアドレスでもかまいません。',
  },
  'alert_setting.webhook_secret': {
    label: 'Webhookのシークレット',
    hint: 'ボディに署名します。X-Webhook-Signatureは、そのHMAC-SHA256の16進表記です。',
  },
  'alert_setting.email': { label: 'メールアドレス', hint: 'システム設定のメールサーバーから送ります。' },
  'alert_setting.language': {
    label: 'アラートの言語',
    hint: '件名と本文の言語。',
    choices: languages,
  },
  'alert_setting.channel_down': {
    label: 'チャネルが停止した',
    hint: '自動で無効になったか、失敗が続いて休止しています。',
  },
  'alert_setting.wallet_below': {
    label: 'アップストリームの残高不足',
    hint: '使用中のチャネルの残高がこれを下回ったとき。0：送らない。',
    unit: '米ドル',
  },
  'alert_setting.error_percent': {
    label: '呼び出しの失敗が多い',
    hint: '呼び出しのうちこの割合がアップストリームで失敗したとき。利用ログで数えます。0：送らない。',
    unit: '%',
  },
  'alert_setting.error_minutes': {
    label: '集計時間',
    hint: '失敗した呼び出しを数える期間。',
    unit: '分',
  },
  'alert_setting.error_least_calls': {
    label: '最少の呼び出し数',
    hint: 'その期間の呼び出しがこれより少ない場合は、失敗してもアラートを送りません。',
    unit: '件',
  },
  'alert_setting.books': {
    label: '帳簿が一致しない',
    hint: 'オンの間、専用のジョブが毎日確認します。',
  },
  'alert_setting.jobs': { label: 'バックグラウンドジョブが失敗する', hint: '次の実行が成功するまで。' },
  'alert_setting.prices': {
    label: 'アップストリームの価格が当サイトを上回る',
    hint: '「モデルと料金」のページで取得する価格表によります。',
  },
  'alert_setting.server': {
    label: 'サーバーの障害',
    hint: 'データベースやRedisに接続できないとき、または呼び出しを処理できないときに、サーバー自身が知らせます。',
  },
  'alert_setting.nodes': {
    label: 'ノードが失われた',
    hint: 'ほかのノードが、失われたノードがまだ押さえているユーザーのクォータの額とともに知らせます。',
  },
  'alert_setting.disk_percent': {
    label: 'ディスクがほぼ満杯',
    hint: '空きがこれを下回ったとき。0：送らない。',
    unit: '%',
  },
  'alert_setting.own_error_percent': {
    label: '5xxで失敗する呼び出し',
    hint: '1つのサーバーの呼び出しに占める割合。0：送らない。',
    unit: '%',
  },
  DrawingEnabled: {
    label: '画像生成',
    hint: 'メニューに画像生成ログを表示します。',
  },
  TaskEnabled: {
    label: 'タスク',
    hint: 'メニューに音楽と動画のタスクログを表示します。',
  },
  MjNotifyEnabled: {
    label: '画像生成のコールバックを許可',
    hint: 'アップストリームが変化をこのゲートウェイに知らせ、ゲートウェイがクライアントの指定したアドレスに転送します。サーバーアドレスが必要です。',
  },
  MjAccountFilterEnabled: {
    label: 'クライアントがアカウントを選べる',
    hint: 'クライアントのアカウントフィルターを、画像生成のアップストリームに渡します。',
  },
  MjModeClearEnabled: {
    label: 'プロンプトの速度指定を無視',
    hint: '--fast、--relax、--turboを取り除き、速度をチャネルだけで決めます。',
  },
  MjForwardUrlEnabled: {
    label: '画像をここから配信',
    hint: '画像のリンクがアップストリームではなくこのゲートウェイを指し、アップストリームは見えません。',
  },
  MjActionCheckSuccessEnabled: {
    label: '完了した画像のみ操作',
    hint: 'まだ成功していない画像の拡大やバリエーションを拒否します。',
  },
  CheckSensitiveEnabled: {
    label: '禁止語を検査',
    hint: '主スイッチです。オフの間、下の設定はどれも効きません。',
  },
  CheckSensitiveOnPromptEnabled: {
    label: 'プロンプトを検査',
    hint: '一覧の語を含むプロンプトを、送信や課金の前に拒否します。',
  },
  CheckSensitiveOnCompletionEnabled: {
    label: '応答を検査',
    hint: 'モデルの出力から一覧の語を、ストリームの断片をまたいで探します。ライブセッションとバッチの結果は検査しません。',
  },
  StopOnSensitiveEnabled: {
    label: '禁止語で応答を停止',
    hint: 'オン：そこで応答をエラーで終え、それまでのテキストを課金します。オフ：語を伏せて応答を続けます。',
  },
  SensitiveWords: {
    label: '禁止語',
    hint: '1行に1つ。大文字と小文字は区別しません。',
  },
  DataExportEnabled: {
    label: 'ダッシュボード',
    hint: 'ユーザー、トークン、モデル、チャネル、時間ごとに利用を集計し、メニューにダッシュボードを表示します。',
  },
  DataExportInterval: {
    label: '更新の間隔',
    hint: '開いているダッシュボードがデータを更新する間隔。短くするほど、データベースの負荷が増えます。',
    unit: '分',
  },
  DataExportDefaultTime: {
    label: '最初の表示',
    hint: 'ダッシュボードを開いたときの時間の単位。',
    choices: { hour: '時間別', day: '日別', week: '週別' },
  },
  GroupRatio: {
    label: 'グループ倍率',
    hint: 'すべてのグループと、その呼び出しの料金。1は定価、0.8は20%引き、0は無料です。',
  },
  UserUsableGroups: {
    label: 'ユーザーが選べるグループ',
    hint: 'ユーザーがトークンに選べるグループと、表示される説明。ユーザー自身のグループは常に選べます。',
  },
  GroupGroupRatio: {
    label: 'グループ間の倍率',
    hint: 'あるグループのユーザーが別のグループを利用するときの倍率。そのグループ自身の倍率の代わりになります。',
  },
  AutoGroups: {
    label: '「auto」の順序',
    hint: 'グループ「auto」のトークンは、所有者が利用でき、モデルのチャネルがあるグループのうち、この順で最初のものが処理し、課金します。空欄：このグループはありません。',
  },
  DefaultUseAutoGroup: {
    label: '新しいトークンの初期値を「auto」にする',
    hint: '作成者が別のグループを選ばず、順序が設定されている場合に有効です。',
  },
  Chats: {
    label: 'チャット',
    hint: 'それぞれ名前とリンクを持ちます。{key}と{address}は、ユーザーのキーとこのサーバーのアドレスに置き換わります。{cherryConfig}、{deepchatConfig}、{aionuiConfig}は、その両方を各プログラムの形式にしたものです。Webページはフレーム内で、ほかのリンクはプログラムで開きます。',
  },
  ChatLink: {
    label: 'チャットリンク',
    hint: '上の一覧とは別に開くチャットクライアント。なければ空欄にします。',
  },
  ChatLink2: {
    label: '2つ目のチャットリンク',
    hint: 'もう1つのクライアント。ユーザーのキーを設定に入れて開きます。',
  },
  ModelPrice: {
    label: '1回の料金',
    hint: '1回あたりの米ドル価格。ここに挙げたモデルは、倍率にかかわらず回数で課金します。',
  },
  ModelRatio: {
    label: 'モデル倍率',
    hint: '入力の料金。1は100万トークンあたり2米ドルです。ここにないモデルの料金は、内蔵の価格表によります。',
  },
  CompletionRatio: {
    label: '出力倍率',
    hint: '応答のトークンの料金が、入力の料金の何倍か。',
  },
  CacheRatio: {
    label: 'キャッシュ倍率',
    hint: 'キャッシュから読み取ったトークンの料金が、入力の料金に占める割合。0.1は10分の1です。',
  },
  ModelPrices: {
    label: '料金の文書',
    hint: 'モデルごとの米ドル価格。段階、サイズ別の画像、時間帯など、倍率では表せないもの。上の4つのオプションがモデルを挙げている場合は、そちらが優先します。',
  },
  ModelMetadata: {
    label: 'モデルの説明',
    hint: 'モデルごとに、呼び出しに使える別名（`aliases`）、`description`、`maker`、visionなどの`abilities`を指定します。省いたものは内蔵の一覧に従います。別名の料金はモデルと同じです。チャネルがその名前をモデルとして挙げている場合は、そのモデルになります。',
  },
  'price_list_setting.every_hours': {
    label: '価格表の取得間隔',
    hint: '「モデルと料金」のページの価格表。0：手動でのみ取得します。',
    unit: '時間',
  },
} satisfies Incomplete<WordsOfTab<'operation'>>
