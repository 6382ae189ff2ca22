import type { FurtherPhrases } from '../language-pack.ts'

export const alerts: FurtherPhrases['alerts'] = {
  title: 'Cảnh báo: đang theo dõi gì, và có gì bất thường',
  well: 'ổn',
  off: 'không theo dõi',
  told: 'báo lần cuối {{time}}',
  since: 'từ {{time}}',
  untold: 'chưa báo',
  test: 'Gửi cảnh báo thử',
  testHint: 'Gửi bằng mọi cách đã lưu ở trên.',
  sent: 'Đã gửi qua: {{ways}}',
  failed: '{{way}}: {{error}}',
  ways: {
    webhook: 'webhook',
    email: 'email',
  },
  rules: {
    channel_down: 'Một kênh ngừng hoạt động',
    wallet_low: 'Số dư ở upstream thấp',
    error_rate: 'Nhiều lượt gọi thất bại',
    books_wrong: 'Sổ sách không khớp',
    job_failed: 'Một tác vụ nền thất bại',
    price_raised: 'Giá của upstream cao hơn giá của gateway này',
    database_away: 'Mất kết nối cơ sở dữ liệu',
    database_read_only: 'Cơ sở dữ liệu không cho ghi',
    redis_away: 'Mất kết nối Redis',
    not_ready: 'Một máy chủ chưa sẵn sàng',
    node_lost: 'Mất một node',
    funds_held: 'Một node im lặng đang giữ quota',
    disk_full: 'Đĩa gần đầy',
    own_errors: 'Một máy chủ trả 5xx cho nhiều lượt gọi',
  },
}
