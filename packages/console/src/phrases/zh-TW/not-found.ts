import type { FurtherPhrases } from '../language-pack.ts'

export const notFound: FurtherPhrases['notFound'] = {
  title: '頁面不存在',
  hint: '請檢查網址是否正確。',
  home: '返回首頁',
}
