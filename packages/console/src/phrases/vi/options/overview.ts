import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const overview = {
  OverviewOrder: {
    label: 'Thứ tự các bảng',
    hint: 'Kéo, hoặc dùng phím mũi tên trên tay nắm. Bảng tắt hoặc trống sẽ không hiện.',
  },
  'console_setting.announcements_enabled': {
    label: 'Hiện thông cáo',
    hint: 'Trên trang tổng quan của người đã đăng nhập.',
  },
  StatusPanelEnabled: {
    label: 'Hiện bảng trạng thái',
    hint: 'Người dùng chỉ thấy mô hình và nhóm họ được dùng, không thấy số lượt gọi. Dùng số liệu của tổng quan.',
  },
  'console_setting.api_info_enabled': {
    label: 'Hiện địa chỉ API',
    hint: 'Trên trang tổng quan của người đã đăng nhập.',
  },
  'console_setting.faq_enabled': {
    label: 'Hiện hỏi đáp',
    hint: 'Trên trang tổng quan của người đã đăng nhập.',
  },
  'console_setting.announcements': {
    label: 'Thông cáo',
    hint: 'Tối đa 100. Nội dung Markdown; thông cáo có giờ sau này sẽ hiện lúc đó.',
  },
  StatusPanelShows: {
    label: 'Trạng thái của',
    hint: 'Bảy ngày, theo ngày. Bảo trì luôn được hiện.',
    choices: { models: 'Mô hình', groups: 'Nhóm', maintenance: 'Chỉ bảo trì' },
  },
  PlannedMaintenance: {
    label: 'Bảo trì theo kế hoạch',
    hint: 'Tối đa 20. Mỗi mục hiện đến khi kết thúc.',
  },
  'console_setting.uptime_kuma_groups': {
    label: 'Uptime Kuma',
    hint: 'Tối đa 10 trang trạng thái công khai, hiện trong bảng trạng thái. Máy chủ đọc tối đa mỗi phút một lần.',
  },
  'console_setting.api_info': {
    label: 'Địa chỉ API',
    hint: 'Tối đa 50. Người dùng có thể sao chép và đo độ trễ từ trình duyệt.',
  },
  'console_setting.faq': {
    label: 'Hỏi đáp',
    hint: 'Tối đa 100. Câu trả lời Markdown.',
  },
  MenuItems: {
    label: 'Mục menu',
    hint: 'Tối đa 20. Mỗi mục dẫn đến địa chỉ http(s), hoặc một trang của bảng điều khiển này, như /pricing.',
  },
  OwnPages: {
    label: 'Trang riêng',
    hint: 'Tối đa 20, viết bằng Markdown, ở /page/ kèm phần cuối địa chỉ.',
  },
} satisfies Incomplete<WordsOfTab<'overview'>>
