import type { fields as en } from '../en/fields.ts'

export const fields: Record<keyof typeof en, string> = {
  name: 'Tên',
  quota: 'Quota',
  count: 'Số lượng',
  status: 'Trạng thái',
  key: 'Khóa',
  username: 'Tên đăng nhập',
  password: 'Mật khẩu',
  display_name: 'Tên hiển thị',
  email: 'Địa chỉ email',
  group: 'Nhóm',
  models: 'Mô hình',
  priority: 'Ưu tiên',
  weight: 'Trọng số',
  tag: 'Nhãn',
  remain_quota: 'Quota',
  expired_time: 'Thời hạn',
  amount: 'Số tiền',
}
