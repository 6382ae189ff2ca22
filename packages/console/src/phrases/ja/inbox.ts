import type { FurtherPhrases } from '../language-pack.ts'

export const inbox: FurtherPhrases['inbox'] = {
  empty: 'メッセージなし',
  markAll: 'すべて既読にする',
  isNew: '新着',
}
