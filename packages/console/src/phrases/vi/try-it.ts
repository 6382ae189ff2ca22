import type { FurtherPhrases } from '../language-pack.ts'

export const tryIt: FurtherPhrases['tryIt'] = {
  do: 'Dùng thử',
  title: 'Dùng thử',
  prompt: 'Chào một gateway mới bằng một câu.',
  with: 'Bằng token “{{token}}”',
  model: 'Mô hình',
  again: 'Hỏi lại',
  noModel: 'Token này chưa được gọi mô hình nào: hãy thêm một mô hình vào kênh của nhóm nó.',
  failed: 'Lượt gọi bị từ chối',
  receiptComes: 'Đang lập biên lai…',
  tokens: 'Token vào và ra',
  cost: 'Đã tính phí',
  log: 'Mở trong nhật ký',
  done: 'Xong',
}
