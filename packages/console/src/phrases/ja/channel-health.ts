import type { FurtherPhrases } from '../language-pack.ts'

export const channelHealth: FurtherPhrases['channelHealth'] = {
  title: '過去1時間',
  intro: '全ノードでの過去1時間の各チャネルの動きと、現在呼び出せるかどうか。このノードは{{since}}に集計を始めました。',
  empty: '過去1時間に呼び出されたチャネルはありません。',
  quiet_other: 'ほかに{{number}}件のチャネルは呼び出されていないか、一覧にありません。',
  loadFailed: '過去1時間のデータを読み込めませんでした',
  sparkline: '過去1時間の「{{name}}」の呼び出し（棒1本が3分）',
  failureShare: '1分間に呼び出しの{{percent}}%が失敗しました',
  failures_other: '{{count}}回連続で失敗',
  moreModels_other: 'ほか{{count}}モデル',
  hourTold: '呼び出し{{calls}}件、失敗{{failures}}件、最初のバイト{{firstByte}}',
  /** The state of a channel with one of them, and the filter of the list. */
  troubles: {
    resting: '休止中',
    partly_resting: '一部休止',
    failing: '失敗多発',
    slow: '低速',
    key_trouble: 'キー異常',
    under_cost: '原価割れ',
    flagged: '応答相違',
    idle: '呼び出しなし',
  },
  reasons: {
    failing: '過去1時間の呼び出し{{calls}}件のうち{{failures}}件が失敗しました',
    slow: 'ストリームの開始まで平均{{time}}かかっています',
    keysRefused_other: '{{count}}個のキーが拒否されたか無効になっています',
    keysResting_other: '{{count}}個のキーが休止中です',
    underCost: '{{model}}：{{group}}の料金が費用を{{share}}下回っています',
    flagged: '要求と異なる応答があります。詳細は名前の横の印をご覧ください',
  },
  columns: {
    channel: 'チャネル',
    model: 'モデル',
    error: '直近のエラー',
    allModels: '全モデル',
  },
  figures: {
    calls: '呼び出し',
    success: '成功率',
    latency: '応答全体',
    firstToken: '最初のトークン',
    speed: 'トークン/秒',
    cache: 'キャッシュヒット',
    affinity: '会話の維持',
  },
  states: {
    well: '正常',
    open: '休止中、残り{{time}}',
    half_open: '次の呼び出しで確認',
    failing: '失敗中',
  },
}
