import type { MailSentences } from '../sentences.ts'

export const mails: MailSentences = {
  code: {
    title: '{site}: mã của bạn là {code}',
    text: 'Mã của bạn tại {site} là {code}. Mã có hiệu lực trong {minutes} phút.\n\nNếu bạn không yêu cầu, hãy bỏ qua email này.',
  },
  accountExists: {
    title: '{site}: bạn đã có tài khoản',
    text: 'Ai đó, có lẽ là bạn, đã xin {site} gửi mã đến địa chỉ này. Địa chỉ đã có tài khoản: hãy đăng nhập, hoặc đặt lại mật khẩu.\n\nNếu không phải bạn, hãy bỏ qua email này.',
  },
  reset: {
    title: '{site}: đặt lại mật khẩu',
    text: 'Xin chào {name},\n\nhãy mở liên kết này để đặt lại mật khẩu của bạn tại {site}. Liên kết dùng một lần và có hiệu lực trong {minutes} phút.\n\n{link}\n\nNếu bạn không yêu cầu, hãy bỏ qua email này: mật khẩu của bạn vẫn như cũ.',
  },
  invitation: {
    title: '{site}: {name} mời bạn',
    text: 'Xin chào,\n\n{name} mời bạn tham gia {site}. Hãy mở liên kết này để chấp nhận bằng tài khoản mới hoặc tài khoản đã có; liên kết dùng một lần và có hiệu lực trong {days} ngày.\n\n{link}\n\nNếu bạn không quen người này, hãy bỏ qua email này.',
  },
  teamInvitation: {
    title: '{site}: {name} mời bạn vào nhóm làm việc {team}',
    text: 'Xin chào,\n\n{name} mời bạn vào nhóm làm việc {team} tại {site}. Hãy mở liên kết này để chấp nhận hoặc từ chối; liên kết dùng một lần và có hiệu lực trong {days} ngày.\n\n{link}\n\nNếu bạn không quen người này, hãy bỏ qua email này.',
  },
  test: {
    title: '{site}: email thử',
    text: 'Email này cho thấy {site} gửi được email.',
  },
  unsubscribe: 'Không muốn nhận email loại này nữa? Hủy đăng ký tại đây:',
}
