import type { FurtherPhrases } from '../language-pack.ts'

export const inbox: FurtherPhrases['inbox'] = {
  empty: '沒有訊息',
  markAll: '全部標為已讀',
  isNew: '新',
}
