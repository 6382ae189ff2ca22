import type { FurtherPhrases } from '../language-pack.ts'

export const login: FurtherPhrases['login'] = {
  title: 'Đăng nhập',
  username: 'Tên đăng nhập hoặc email',
  password: 'Mật khẩu',
  submit: 'Đăng nhập',
  bothNeeded: 'Hãy nhập tên đăng nhập và mật khẩu',
  expired: 'Bạn chưa đăng nhập hoặc phiên đã hết hạn, vui lòng đăng nhập lại.',
  toRegister: 'Đăng ký tài khoản',
  toReset: 'Quên mật khẩu?',
  success: 'Đăng nhập thành công!',
  passwordOff: 'Người vận hành đã tắt đăng nhập bằng mật khẩu.',
  agreement: 'Quy định của trang',
  agreementHint: 'Bạn sẽ được đăng nhập khi đồng ý với quy định hiện hành của trang.',
  secondStep: 'Bước thứ hai',
  secondStepHint: 'Sáu chữ số từ ứng dụng xác thực, hoặc một mã khôi phục của bạn.',
  back: 'Về bước mật khẩu',
  passkey: 'Đăng nhập bằng passkey',
  defaultPassword: 'Bạn đang dùng mật khẩu mặc định! Hãy đổi ngay!',
  defaultPasswordHint: 'Ai biết phần mềm này cũng biết mật khẩu đó.',
}
