import type { FurtherPhrases } from '../language-pack.ts'

export const notFound: FurtherPhrases['notFound'] = {
  title: 'ページが見つかりません',
  hint: 'アドレスを確認してください。',
  home: 'ホームへ',
}
