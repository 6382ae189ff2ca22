import type { AlertSentences } from '../sentences.ts'

export const alerts: AlertSentences = {
  test: { title: 'テストアラート', text: 'これはテストです。問題はありません。' },
  rules: {
    channel_down: {
      title: 'チャネル{id}（{name}）が停止しています',
      text: 'チャネル{id}（{name}）に呼び出しが送られていません。自動で無効になったか、失敗が続いています。',
      over: 'チャネル{id}（{name}）は復旧したか、使われなくなりました。',
    },
    wallet_low: {
      title: 'チャネル{id}（{name}）の残高が少なくなっています',
      text: 'チャネル{id}（{name}）のアップストリームでの残高は{balance}米ドルで、{least}を下回っています。',
      over: 'チャネル{id}（{name}）の残高は再び十分になりました。',
    },
    error_rate: {
      title: '呼び出しの失敗が多くなっています',
      text: '直近{minutes}分の呼び出しの{percent} %がアップストリームで失敗しました：{all}件中{failed}件。',
      over: '呼び出しの失敗は少なくなりました。',
    },
    books_wrong: {
      title: '帳簿が一致しません',
      text: '毎日の帳簿の照合で、{count}件の差異が見つかりました。監査を実行して確認してください。',
      over: '帳簿は再び一致しています。',
    },
    job_failed: {
      title: 'ジョブ{name}が失敗しています',
      text: 'バックグラウンドジョブ{name}の前回の実行が失敗しました：{error}',
      over: 'バックグラウンドジョブ{name}は再び成功しています。',
    },
    price_raised: {
      title: '{model}のアップストリームの価格が当サイトを上回っています',
      text: '価格表{list}の{model}の価格が、当サイトより{percent} %高くなりました：当サイトの{ours}米ドルに対して{theirs}米ドル（入力300万トークンと出力100万トークン、または最も高い単位で比較）。',
      over: '当サイトの{model}の価格が再び価格表{list}以上になったか、価格表に載らなくなりました。',
    },
    database_away: {
      title: 'データベースに接続できません',
      text: 'サーバー{server}がデータベースに接続できません。復旧するまで、呼び出しは拒否されます。',
      over: 'サーバー{server}は再びデータベースに接続しています。',
    },
    database_read_only: {
      title: 'データベースに書き込めません',
      text: 'サーバー{server}はデータベースに接続できますが、書き込めません。データベースが読み取り専用か、ディスクが満杯です。',
      over: 'サーバー{server}は再びデータベースに書き込めます。',
    },
    redis_away: {
      title: 'Redisに接続できません',
      text: 'サーバー{server}がRedisに接続できません。呼び出しは続きますが、制限は各ノードが単独で数えます。',
      over: 'サーバー{server}は再びRedisに接続しています。',
    },
    not_ready: {
      title: 'サーバーの準備ができていません',
      text: 'サーバー{server}が呼び出しを処理できません。データベースに接続できないか、課金を書き込めません。',
      over: 'サーバー{server}は再び呼び出しを処理しています。',
    },
    node_lost: {
      title: 'ノードが失われました',
      text: 'ノード{node}が応答しません。プロセスが終了したか停止しているか、データベースに接続できません。',
      over: 'ノード{node}は再び応答したか、切り離されました。',
    },
    funds_held: {
      title: '応答しないノードがクォータを押さえています',
      text: 'ノード{node}が応答せず、ユーザーのクォータ{quota}を押さえています。ノードが切り離されると返却されます。',
      over: 'ノード{node}が押さえていたクォータは返却されました。',
    },
    disk_full: {
      title: 'ディスクがほぼ満杯です',
      text: 'サーバー{server}のデータフォルダーまたはデータベースのディスクの空きは{percent} %で、{least} %を下回っています。',
      over: 'サーバー{server}のディスクの空きは再び十分になりました。',
    },
    own_errors: {
      title: 'サーバーが多くの呼び出しに5xxを返しています',
      text: 'サーバー{server}は、直近{minutes}分の呼び出しの{percent} %を5xxで終えました：{all}件中{failed}件。',
      over: 'サーバー{server}が5xxで終える呼び出しは少なくなりました。',
    },
  },
}
