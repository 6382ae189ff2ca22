import type { FurtherPhrases } from '../language-pack.ts'

export const messages: FurtherPhrases['messages'] = {
  intro:
    'Những gì đã viết cho người dùng, trong bảng điều khiển dưới biểu tượng chuông và qua email. Tin nhắn bị thu hồi sẽ biến mất, và không gửi thêm email nào.',
  write: 'Viết tin nhắn',
  recall: 'Thu hồi',
  ask: 'Thu hồi “{{title}}”?',
  consequence: 'Tin nhắn biến mất khỏi bảng điều khiển, và không gửi thêm email nào. Email đã gửi vẫn còn.',
  empty: 'Chưa có tin nhắn',
  emptyHint:
    'Hãy viết cho mọi người dùng, cho nhóm hoặc vai trò, hoặc cho người dùng đã chọn trong danh sách người dùng.',
  columns: {
    title: 'Tiêu đề',
    to: 'Gửi đến',
    state: 'Trạng thái',
    sendAt: 'Gửi lúc',
    endsAt: 'Hiện đến',
    mails: 'Email',
    by: 'Người viết',
  },
  to: { all: 'Mọi người dùng', group: 'Nhóm', role: 'Vai trò' },
  roles: { '1': 'Người dùng thường', '10': 'Quản trị viên', '100': 'Quản trị cấp cao' },
  chosen_other: '{{count}} người dùng đã chọn',
  states: { planned: 'Đã lên lịch', sent: 'Đã gửi', over: 'Kết thúc', recalled: 'Đã thu hồi' },
  sentOf: 'đã gửi {{sent}} trên {{total}}',
  failed: '{{failed}} thất bại',
  form: {
    text: 'Nội dung',
    textHint: 'Markdown: **in đậm**, danh sách, liên kết. HTML hiện nguyên như đã viết.',
    preview: 'Xem trước',
    toChosen_other: 'Đến {{count}} người dùng: {{names}}',
    inConsole: 'Trong bảng điều khiển, dưới biểu tượng chuông',
    byMail: 'Qua email, cho mọi người có địa chỉ',
    sendAtHint: 'Theo múi giờ của bạn. Để trống: ngay bây giờ; email được gửi trong vòng một phút.',
    days: 'Hiện trong',
    dayCount_other: '{{count}} ngày',
    send: 'Gửi',
    sent: 'Đã gửi tin nhắn',
    planned: 'Đã lên lịch tin nhắn',
    required: 'Hãy điền mục này',
  },
}
