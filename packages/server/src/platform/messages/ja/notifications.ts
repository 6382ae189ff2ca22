import type { NoticeSentences } from '../sentences.ts'

export const notifications: NoticeSentences = {
  quotaWarning: {
    title: 'クォータが残り少なくなっています',
    content: 'クォータが残り少なくなっています：残り{{value}}。呼び出しが止まらないよう、早めにチャージしてください。',
    link: 'チャージ：{{value}}',
  },
  planEnded: {
    title: 'プランが終了しました',
    content: 'プラン「{{value}}」が終了しました。以後の呼び出しは、ほかのプランと残高から支払われます。',
    link: 'プラン：{{value}}',
  },
  planUnpaid: {
    title: 'プランを更新できませんでした',
    content: 'プラン「{{value}}」が終了しました。次の期間の料金{{value}}に残高が足りませんでした。',
    link: 'チャージ：{{value}}',
  },
  teamWalletLow: {
    title: 'チームのウォレットが残り少なくなっています',
    content:
      'チーム「{{value}}」のウォレットが残り少なくなっています：残り{{value}}。呼び出しが止まらないよう、早めに入金してください。',
    link: 'チーム：{{value}}',
  },
  memberBudget: {
    title: 'メンバーの予算の使用状況',
    content:
      '{{value}}さんは予算の{{value}} %を使いました（予算{{value}}、チーム「{{value}}」）。{{value}}に最初から数え直します。',
    link: 'チーム：{{value}}',
  },
  projectBudget: {
    title: 'プロジェクトの予算の使用状況',
    content:
      'プロジェクト「{{value}}」は予算の{{value}} %を使いました（予算{{value}}、チーム「{{value}}」）。{{value}}に最初から数え直します。',
    link: 'チーム：{{value}}',
  },
  channelDisabled: { title: 'チャネルが無効になりました', content: '{{value}}', link: 'チャネル：{{value}}' },
  channelEnabled: { title: 'チャネルが再び有効になりました', content: '{{value}}', link: 'チャネル：{{value}}' },
  channelsTested: {
    title: 'すべてのチャネルをテストしました',
    content: 'すべてのチャネルをテストしました：成功{{value}}件、失敗{{value}}件。',
    link: 'チャネル：{{value}}',
  },
  otherModelServed: {
    title: 'チャネルが別のモデルで応答しています',
    content: 'チャネル「{{value}}」（{{value}}）は、{{value}}の要求に{{value}}で応答したと報告しています。',
    link: 'チャネル：{{value}}',
  },
  countsDrift: {
    title: 'チャネルのトークン数が当サイトの集計と違います',
    content:
      'チャネル「{{value}}」（{{value}}）、モデル{{value}}：アップストリームが請求するトークン数は、当サイトの集計の{{value}}倍です。',
    link: 'チャネル：{{value}}',
  },
}
