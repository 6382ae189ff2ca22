import type { FurtherPhrases } from '../language-pack.ts'

export const unsubscribe: FurtherPhrases['unsubscribe'] = {
  title: 'Hủy đăng ký',
  hint: 'Bạn sẽ không nhận tin của trang này qua email nữa. Mã, đặt lại mật khẩu và cảnh báo vẫn được gửi.',
  do: 'Hủy đăng ký',
  done: 'Xong: tin nhắn không còn được gửi qua email.',
  toProfile: 'Đổi trong hồ sơ',
}
