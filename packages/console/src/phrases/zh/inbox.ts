import type { Phrases } from '../language-pack.ts'

export const inbox: Phrases['inbox'] = {
  empty: '没有消息',
  markAll: '全部标为已读',
  isNew: '新',
}
