import type { FurtherPhrases } from '../language-pack.ts'

export const reset: FurtherPhrases['reset'] = {
  title: 'Đặt lại mật khẩu',
  hint: 'Địa chỉ của tài khoản. Địa chỉ này sẽ nhận liên kết có hiệu lực nửa giờ.',
  submit: 'Gửi liên kết',
  againIn: 'Gửi lại sau {{seconds}} s',
  sent: 'Nếu có tài khoản với địa chỉ này, email đang được gửi đi.',
  confirmHint: 'Tài khoản có địa chỉ {{email}} sẽ nhận mật khẩu mới. Mọi phiên của nó kết thúc.',
  confirm: 'Đặt lại mật khẩu',
  newPassword: 'Mật khẩu mới của bạn:',
  keep: 'Hãy lưu lại, chỉ hiện một lần. Bạn có thể đổi sau khi đăng nhập.',
  again: 'Xin liên kết khác',
  incomplete: 'Liên kết không đầy đủ: hãy mở đúng như trong email, hoặc xin liên kết khác.',
}
