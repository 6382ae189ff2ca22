import type { FurtherPhrases } from '../language-pack.ts'

export const tryIt: FurtherPhrases['tryIt'] = {
  do: '試す',
  title: '試す',
  prompt: '新しいゲートウェイに一文であいさつしてください。',
  with: 'トークン「{{token}}」を使用',
  model: 'モデル',
  again: 'もう一度質問',
  noModel: 'このトークンで呼び出せるモデルがまだありません。グループのチャネルにモデルを追加してください。',
  failed: '呼び出しが拒否されました',
  receiptComes: '明細を作成しています…',
  tokens: '入出力トークン',
  cost: '課金額',
  log: 'ログで開く',
  done: '完了',
}
