import type { FurtherPhrases } from '../language-pack.ts'

export const limits: FurtherPhrases['limits'] = {
  period: '期間ごとの利用上限',
  periodHint: '残高とは別に適用されます。UTC基準で、週は月曜日に始まります。呼び出しは開始時の期間に数えます。',
  none: 'なし',
  periods: { day: '毎日', week: '毎週', month: '毎月' },
  quota: '期間ごとの上限',
  quotaRequired: '0より大きい上限を入力してください',
  used: '{{limit}}のうち{{used}}を使用。{{renews}}にリセット',
  short: { day: '1日', week: '1週間', month: '1か月' },
  channel: '制限',
  channelHint:
    '全ノードの合計で数えます。上限に達したチャネルは飛ばされ、すべてが上限に達すると429を返します。0：無制限。',
  concurrency_limit: '同時呼び出し',
  rpm_limit: '呼び出し/分',
  tpm_limit: 'トークン/分',
  settingInvalid: '下の設定は正しいJSONではありません',
}
