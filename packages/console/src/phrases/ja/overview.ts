import type { FurtherPhrases } from '../language-pack.ts'

export const overview: FurtherPhrases['overview'] = {
  loadFailed: 'パネルを読み込めませんでした',
  announcements: {
    title: 'お知らせ',
    none: '新しいお知らせはありません。',
    all: '{{total}}件すべて表示',
    types: {
      ongoing: '進行中',
      success: '完了',
      warning: '注意',
      error: '障害',
    },
  },
  apiInfo: {
    title: 'APIアドレス',
    measure: '測る',
    measureOf: '{{name}}の遅延を測る',
    latency: 'このブラウザーから {{ms}} ms',
    unreachable: 'このブラウザーからは届きません',
  },
  faq: {
    title: 'よくある質問',
  },
  status: {
    title: '状態',
    hint: '7日間にアップストリームで失敗しなかった呼び出しの割合。',
    unknown: '現在、数値は分かりません。',
    nothingPlanned: '予定されたメンテナンスはありません。',
    planned: '予定',
    running: '実施中',
    span: '{{from}}から{{until}}まで',
    day: '{{day}}：{{share}}',
    quietDay: '{{day}}：呼び出しが少なすぎます',
    notRead: 'このステータスページはまだ読み込めていません。',
    uptime: '24時間 {{share}}',
    states: {
      up: '稼働中',
      down: '停止',
      pending: '確認中',
      maintenance: 'メンテナンス',
      unknown: '不明',
    },
    kinds: {
      good: '正常',
      fair: '一部失敗',
      bad: '障害',
      quiet: '呼び出し不足',
    },
  },
}
