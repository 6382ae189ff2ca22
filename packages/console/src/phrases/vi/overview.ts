import type { FurtherPhrases } from '../language-pack.ts'

export const overview: FurtherPhrases['overview'] = {
  loadFailed: 'Không tải được các bảng',
  announcements: {
    title: 'Thông cáo',
    none: 'Không có gì mới.',
    all: 'Hiện tất cả {{total}}',
    types: {
      ongoing: 'Đang diễn ra',
      success: 'Xong',
      warning: 'Chú ý',
      error: 'Sự cố',
    },
  },
  apiInfo: {
    title: 'Địa chỉ API',
    measure: 'Đo',
    measureOf: 'Đo độ trễ của {{name}}',
    latency: '{{ms}} ms từ trình duyệt này',
    unreachable: 'Không tới được từ trình duyệt này',
  },
  faq: {
    title: 'Hỏi đáp',
  },
  status: {
    title: 'Trạng thái',
    hint: 'Tỷ lệ lượt gọi không lỗi ở upstream trong bảy ngày.',
    unknown: 'Hiện chưa có số liệu.',
    nothingPlanned: 'Không có bảo trì nào được lên kế hoạch.',
    planned: 'Đã lên kế hoạch',
    running: 'Đang diễn ra',
    span: 'Từ {{from}} đến {{until}}',
    day: '{{day}}: {{share}}',
    quietDay: '{{day}}: quá ít lượt gọi',
    notRead: 'Chưa đọc được trang trạng thái này.',
    uptime: '{{share}} trong 24 giờ',
    states: {
      up: 'Hoạt động',
      down: 'Ngừng',
      pending: 'Đang chờ',
      maintenance: 'Bảo trì',
      unknown: 'Chưa rõ',
    },
    kinds: {
      good: 'Tốt',
      fair: 'Có lỗi',
      bad: 'Đang lỗi',
      quiet: 'Quá ít lượt gọi',
    },
  },
}
