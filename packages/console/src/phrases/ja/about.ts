import type { FurtherPhrases } from '../language-pack.ts'

export const about: FurtherPhrases['about'] = {
  title: 'サイト概要',
  builtIn:
    'このサイトはTollgateで動いています。TollgateはプログラムとAIモデルの間に立つゲートウェイで、リクエストを通し、計測し、課金します。',
  operatorHint: 'この文章は運営者が設定で置き換えられます。',
  version: 'バージョン',
  running: '起動日時',
  failed: 'サイト概要を読み込めませんでした',
  noRules: 'このサイトにはありません。',
  rulesFailed: 'ページを読み込めませんでした',
}
