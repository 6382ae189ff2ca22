import type { FurtherPhrases } from '../language-pack.ts'

export const rights: FurtherPhrases['rights'] = {
  intro:
    'Ai được làm gì, và ai đã quyết định. Quản trị viên cấp cao nhất giới hạn các quản trị viên ở đây; có hiệu lực ngay.',
  loadFailed: 'Không tải được các quyền',
  columns: { username: 'Tên đăng nhập', rights: 'Quyền', given: 'Người cấp' },
  nobody: 'Chưa có ai',
  root: 'Mọi thứ',
  all: 'Mọi quyền của quản trị viên',
  none: 'Không gì ngoài các trang của người dùng',
  change: 'Sửa quyền',
  form: {
    title: 'Quyền của “{{name}}”',
    may: 'Được làm',
    only: 'Chỉ những mục đã chọn',
    hint: 'Quyền vận hành, sửa và giữ khóa bao gồm quyền xem.',
  },
}
