import type { NoticeSentences } from '../sentences.ts'

export const notifications: NoticeSentences = {
  quotaWarning: {
    title: 'Quota của bạn sắp hết',
    content: 'Quota của bạn sắp hết: còn {{value}}. Hãy nạp tiền kịp thời để các lượt gọi không bị gián đoạn.',
    link: 'Nạp tiền: {{value}}',
  },
  planEnded: {
    title: 'Một gói đã kết thúc',
    content: 'Gói “{{value}}” của bạn đã kết thúc. Các lượt gọi được trả bằng những gói khác và số dư của bạn.',
    link: 'Gói: {{value}}',
  },
  planUnpaid: {
    title: 'Một gói không được gia hạn',
    content: 'Gói “{{value}}” của bạn đã kết thúc: số dư không đủ trả {{value}} cho kỳ tiếp theo.',
    link: 'Nạp tiền: {{value}}',
  },
  teamWalletLow: {
    title: 'Ví của một nhóm làm việc sắp hết',
    content:
      'Ví của nhóm làm việc “{{value}}” sắp hết: còn {{value}}. Hãy góp thêm kịp thời để các lượt gọi không bị gián đoạn.',
    link: 'Nhóm làm việc: {{value}}',
  },
  memberBudget: {
    title: 'Mức dùng ngân sách của một thành viên',
    content:
      '{{value}} đã dùng {{value}} % ngân sách {{value}} trong nhóm làm việc “{{value}}”; ngân sách bắt đầu lại vào {{value}}.',
    link: 'Nhóm làm việc: {{value}}',
  },
  projectBudget: {
    title: 'Mức dùng ngân sách của một dự án',
    content:
      'Dự án “{{value}}” đã dùng {{value}} % ngân sách {{value}} trong nhóm làm việc “{{value}}”; ngân sách bắt đầu lại vào {{value}}.',
    link: 'Nhóm làm việc: {{value}}',
  },
  channelDisabled: { title: 'Một kênh đã bị tắt', content: '{{value}}', link: 'Kênh: {{value}}' },
  channelEnabled: { title: 'Một kênh đã được bật lại', content: '{{value}}', link: 'Kênh: {{value}}' },
  channelsTested: {
    title: 'Đã kiểm thử mọi kênh',
    content: 'Đã kiểm thử mọi kênh: {{value}} đạt, {{value}} thất bại.',
    link: 'Kênh: {{value}}',
  },
  otherModelServed: {
    title: 'Một kênh phục vụ mô hình khác',
    content: 'Kênh “{{value}}” ({{value}}) được yêu cầu {{value}} nhưng báo đã phục vụ {{value}}.',
    link: 'Kênh: {{value}}',
  },
  countsDrift: {
    title: 'Số token của một kênh khác với số ta đếm',
    content: 'Kênh “{{value}}” ({{value}}), mô hình {{value}}: upstream tính gấp {{value}} lần số token mà ta đếm.',
    link: 'Kênh: {{value}}',
  },
}
