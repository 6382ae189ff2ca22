import type { FurtherPhrases } from '../language-pack.ts'

export const limits: FurtherPhrases['limits'] = {
  period: 'Giới hạn chi tiêu theo kỳ',
  periodHint: 'Bên cạnh số dư; theo UTC, tuần bắt đầu từ thứ Hai. Lượt gọi tính vào kỳ mà nó bắt đầu.',
  none: 'Không',
  periods: { day: 'Mỗi ngày', week: 'Mỗi tuần', month: 'Mỗi tháng' },
  quota: 'Giới hạn mỗi kỳ',
  quotaRequired: 'Hãy nhập giới hạn lớn hơn 0',
  used: 'Đã dùng {{used}} trên {{limit}}; tính lại {{renews}}',
  short: { day: 'mỗi ngày', week: 'mỗi tuần', month: 'mỗi tháng' },
  channel: 'Giới hạn',
  channelHint: 'Đếm trên mọi node. Kênh đã đầy bị bỏ qua; khi tất cả đều đầy, bên gọi nhận 429. 0: không giới hạn.',
  concurrency_limit: 'Lượt gọi đồng thời',
  rpm_limit: 'Lượt gọi mỗi phút',
  tpm_limit: 'Token mỗi phút',
  settingInvalid: 'Cài đặt bên dưới không phải JSON hợp lệ',
}
