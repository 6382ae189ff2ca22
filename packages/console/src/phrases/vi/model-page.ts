import type { FurtherPhrases } from '../language-pack.ts'

export const modelPage: FurtherPhrases['modelPage'] = {
  all: 'Mọi giá',
  intro: 'Giá, giới hạn và khả năng, trong nhóm {{group}}.',
  noGroup: 'Không nhóm nào của bạn dùng được mô hình này.',
  price: 'Giá và khả năng',
  output: 'Một câu trả lời có tối đa {{tokens}} token.',
  unknown: 'Không có mô hình này ở đây',
  unknownHint: 'Mô hình đã đổi tên, hoặc hiện không kênh nào phục vụ.',
  uptime: {
    title: 'Độ sẵn sàng 30 ngày qua',
    hint: 'Tỷ lệ lượt gọi không thất bại ở upstream, trong số lượt đã tới upstream. Ngày theo UTC.',
    share: '{{share}} lượt gọi được trả lời',
    few: 'Quá ít lượt gọi để kết luận.',
    day: '{{day}}: {{share}} lượt gọi được trả lời',
    quietDay: '{{day}}: quá ít lượt gọi',
    today: 'hôm nay',
  },
  speed: {
    title: 'Tốc độ',
    hint: 'Trong bảy ngày qua, theo các nhóm của bạn.',
    group: 'Nhóm',
    half: 'Token đầu, nửa số lượt gọi',
    most: 'Token đầu, 95% lượt gọi',
    rate: 'Token mỗi giây',
    few: 'Quá ít lượt gọi để đo.',
  },
  badge: {
    title: 'Huy hiệu và feed',
    hint: 'Cho các trang ở nơi khác: độ sẵn sàng 30 ngày, dưới dạng hình tự cập nhật.',
    feed: 'Feed sự cố',
    alt: 'Độ sẵn sàng của {{model}}',
    markdown: 'Markdown',
  },
  code: {
    title: 'Mã mẫu',
    hint: 'Với địa chỉ của trang này; hãy đặt khóa của bạn thay cho “sk-…”.',
    client: 'Client',
    guide: 'Thiết lập từng bước',
  },
}
