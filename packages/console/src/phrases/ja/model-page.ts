import type { FurtherPhrases } from '../language-pack.ts'

export const modelPage: FurtherPhrases['modelPage'] = {
  all: 'すべての料金',
  intro: 'グループ{{group}}での料金、制限、機能です。',
  noGroup: 'このモデルを利用できるグループがありません。',
  price: '料金と機能',
  output: '1回の応答は最大{{tokens}}トークンです。',
  unknown: '該当モデルがありません',
  unknownHint: '名前が変わったか、現在このモデルを提供するチャネルがありません。',
  uptime: {
    title: '過去30日間の稼働率',
    hint: 'アップストリームに届いた呼び出しのうち、そこで失敗しなかった割合です。日付はUTC。',
    share: '呼び出しの{{share}}が成功',
    few: '呼び出しが少なく、判断できません。',
    day: '{{day}}：呼び出しの{{share}}が成功',
    quietDay: '{{day}}：呼び出しがわずか',
    today: '今日',
  },
  speed: {
    title: '速度',
    hint: '過去7日間、あなたのグループ別。',
    group: 'グループ',
    half: '最初のトークン（50%）',
    most: '最初のトークン（95%）',
    rate: 'トークン/秒',
    few: '呼び出しが少なく、測定できません。',
  },
  badge: {
    title: 'バッジとフィード',
    hint: 'ほかのページに貼るための、30日間の稼働率の画像です。自動で最新になります。',
    feed: '障害のフィード',
    alt: '{{model}}の稼働率',
    markdown: 'Markdown',
  },
  code: {
    title: 'コード例',
    hint: 'このサイトのアドレスを入力済みです。「sk-…」は自分のキーに置き換えてください。',
    client: 'クライアント',
    guide: '手順を見る',
  },
}
