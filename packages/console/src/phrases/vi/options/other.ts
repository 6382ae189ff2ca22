import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const other = {
  UpdateCheckUrl: {
    label: 'Thông tin bản phát hành',
    hint: 'Địa chỉ trả về bản phát hành mới nhất dạng JSON, như …/releases/latest của nơi lưu mã nguồn. Chỉ được hỏi khi có người kiểm tra. Để trống: không kiểm tra.',
  },
  Notice: {
    label: 'Thông báo',
    hint: 'Hiện cho mọi người ở trang chủ, và một lần cho mỗi người đã đăng nhập khi thay đổi. Markdown hoặc HTML; để trống: không có thông báo.',
  },
  SystemName: {
    label: 'Tên trang',
    hint: 'Hiện trên thanh đầu trang, tiêu đề cửa sổ và trong email.',
  },
  Logo: {
    label: 'Logo',
    hint: 'Địa chỉ của hình. Để trống: biểu tượng có sẵn.',
  },
  AccentColor: {
    label: 'Màu nhấn',
    hint: 'Của nút và liên kết, ví dụ #2a52c4. Phải đủ đậm để đọc được trên nền sáng. Để trống: màu có sẵn.',
  },
  AccentColorDark: {
    label: 'Màu nhấn của giao diện tối',
    hint: 'Phải đủ sáng để đọc được trên nền tối. Để trống: màu ở trên, làm sáng đến mức cần thiết.',
  },
  ThemeDensity: {
    label: 'Mật độ',
    hint: 'Mỗi người dùng có thể chọn khác.',
    choices: { comfortable: 'Thoáng', compact: 'Gọn' },
  },
  ThemeRadius: {
    label: 'Góc',
    hint: 'Mỗi người dùng có thể chọn khác.',
    choices: { none: 'Vuông', small: 'Hơi bo', large: 'Bo tròn' },
  },
  ThemeFont: {
    label: 'Kiểu chữ',
    hint: 'Mỗi người dùng có thể chọn khác. Dùng kiểu chữ của hệ thống người đọc; không tải gì.',
    choices: { system: 'Hệ thống', sans: 'Không chân', serif: 'Có chân', mono: 'Đơn cách' },
  },
  HomePageContent: {
    label: 'Trang chủ',
    hint: 'Markdown, HTML, hoặc địa chỉ để nhúng; trang được nhúng được báo ngôn ngữ và giao diện. Để trống: trang chủ có sẵn.',
  },
  AvailabilityShownEnabled: {
    label: 'Hiện 24 giờ qua',
    hint: 'Trên trang chủ có sẵn, theo từng giờ: tỷ lệ lượt gọi không thất bại ở đây hay ở upstream. Không cho thấy kênh và số lượt gọi. Dùng số liệu của trang tổng quan, nên phải bật nó.',
  },
  ModelFiguresShownEnabled: {
    label: 'Hiện độ sẵn sàng và tốc độ mô hình',
    hint: 'Trên trang của mỗi mô hình, cho mọi người: độ sẵn sàng 30 ngày, và theo nhóm là thời gian đến token đầu cùng token mỗi giây. Không nêu kênh, số lượt gọi, hay nhóm mà khách không được dùng. Độ sẵn sàng dùng số liệu của trang tổng quan, nên phải bật nó. Khi đó huy hiệu của từng mô hình (/badge/NAME.svg) và nguồn cấp sự cố (/feed.xml, /feed.json) cũng công khai.',
  },
  About: {
    label: 'Trang giới thiệu',
    hint: 'Markdown, HTML, hoặc địa chỉ để nhúng. Để trống: trang có sẵn.',
  },
  UserAgreement: {
    label: 'Điều khoản sử dụng',
    hint: 'Markdown, HTML, hoặc địa chỉ để nhúng. Khi có nội dung, không ai đăng ký hay đăng nhập mà không đồng ý. Để trống: không có.',
  },
  PrivacyPolicy: {
    label: 'Chính sách bảo mật',
    hint: 'Markdown, HTML, hoặc địa chỉ để nhúng. Khi có nội dung, không ai đăng ký hay đăng nhập mà không đồng ý. Để trống: không có.',
  },
  ChangedRulesAskedAgain: {
    label: 'Hỏi lại sau khi thay đổi',
    hint: 'Ai đã đồng ý với bản cũ phải đồng ý với bản mới ở lần đăng nhập sau. Ai chưa từng đồng ý luôn được hỏi.',
  },
  Footer: {
    label: 'Chân trang',
    hint: 'HTML dưới mỗi trang. Để trống: dòng có sẵn.',
  },
} satisfies Incomplete<WordsOfTab<'other'>>
