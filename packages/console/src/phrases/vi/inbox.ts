import type { FurtherPhrases } from '../language-pack.ts'

export const inbox: FurtherPhrases['inbox'] = {
  empty: 'Không có tin nhắn',
  markAll: 'Đánh dấu đã đọc tất cả',
  isNew: 'Mới',
}
