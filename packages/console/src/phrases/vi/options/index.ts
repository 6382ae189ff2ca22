import type { Incomplete } from '../../language-pack.ts'
import type { SettingsWords } from '../../settings-words.ts'
import { modelRelated } from './model-related.ts'
import { operation } from './operation.ts'
import { other } from './other.ts'
import { overview } from './overview.ts'
import { rateLimit } from './rate-limit.ts'
import { system } from './system.ts'

export default {
  tabs: {
    operation: 'Vận hành',
    'rate-limit': 'Giới hạn',
    'model-related': 'Mô hình',
    system: 'Hệ thống',
    overview: 'Tổng quan',
    other: 'Khác',
  },

  sections: {
    'operation/general': { title: 'Chung', hint: 'Liên kết, hiển thị và cách dùng gateway này.' },
    'operation/quota': { title: 'Quota', hint: 'Người dùng được cấp gì, và quota được tính thế nào.' },
    'operation/logs': { title: 'Nhật ký', hint: 'Ghi gì về lượt gọi, và giữ bao lâu.' },
    'operation/monitoring': { title: 'Giám sát', hint: 'Chuyện gì xảy ra khi một kênh bị lỗi.' },
    'operation/metrics': {
      title: 'Chỉ số',
      hint: 'Những gì Prometheus đọc ở /metrics. Tắt cho đến khi đặt token hoặc khai báo địa chỉ, vì nó để lộ mô hình, lượt gọi và chi phí.',
    },
    'operation/alerts': { title: 'Cảnh báo', hint: 'Gửi một lần khi có sự cố, và một lần khi hồi phục.' },
    'operation/drawing': { title: 'Vẽ và tác vụ', hint: 'Midjourney và các việc cần thời gian khác.' },
    'operation/sensitive-words': { title: 'Từ nhạy cảm', hint: 'Những từ không được cho qua.' },
    'operation/dashboard': { title: 'Tổng quan dữ liệu', hint: 'Số liệu phía sau các biểu đồ của trang tổng quan.' },
    'operation/groups': { title: 'Nhóm', hint: 'Các nhóm người dùng, họ trả bao nhiêu và ai được chọn.' },
    'operation/chats': { title: 'Client chat', hint: 'Client chat mà người dùng mở được bằng khóa của mình.' },
    'operation/model-ratio': {
      title: 'Giá mô hình',
      hint: 'Giá riêng của bạn. Chúng được ưu tiên hơn bảng giá có sẵn.',
    },
    'rate-limit/model-request': {
      title: 'Yêu cầu mô hình',
      hint: 'Một người dùng được gửi bao nhiêu yêu cầu mô hình.',
    },
    'rate-limit/nodes': { title: 'Nhiều node', hint: 'Giới hạn hoạt động thế nào trên nhiều node.' },
    'rate-limit/addresses': {
      title: 'Yêu cầu từ một địa chỉ',
      hint: 'Yêu cầu vượt mức được trả 429. Nếu đứng sau proxy, hãy khai báo nó trong TRUSTED_PROXIES, nếu không mọi client của nó bị tính là một. Yêu cầu của chính máy này không bị tính.',
    },
    'rate-limit/connections': { title: 'Kết nối', hint: 'Giới hạn cho client gửi ít hoặc không gửi gì.' },
    'rate-limit/memory': { title: 'Bộ nhớ', hint: 'Giới hạn cho các lượt gọi đang chạy.' },
    'model-related/global': { title: 'Mọi mô hình', hint: 'Yêu cầu được nhận và chuyển tiếp thế nào.' },
    'model-related/relay': {
      title: 'Giới hạn thời gian',
      hint: 'Chờ upstream bao lâu trước khi coi là lỗi, và đọc tiếp bao lâu sau khi client rời đi.',
    },
    'model-related/model-limits': {
      title: 'Giới hạn của mô hình',
      hint: 'Bao nhiêu token vào và ra khỏi một mô hình, nếu bạn biết rõ hơn bảng giá.',
    },
    'model-related/stored-responses': {
      title: 'Phản hồi lưu trữ',
      hint: 'Cho client lấy lại phản hồi hoặc tiếp tục từ đó.',
    },
    'model-related/gemini': { title: 'Gemini', hint: 'Cho các kênh Google Gemini.' },
    'model-related/claude': { title: 'Claude', hint: 'Cho các kênh Anthropic Claude.' },
    'system/general': { title: 'Chung', hint: 'Địa chỉ của gateway này.' },
    'system/worker': { title: 'Worker', hint: 'Máy chủ tải nội dung bên ngoài thay cho máy chủ này.' },
    'system/payment': { title: 'Thanh toán', hint: 'Người dùng mua quota trực tuyến thế nào.' },
    'system/stripe': { title: 'Stripe', hint: 'Thanh toán thẻ và cách khác, trên trang của Stripe.' },
    'system/invoice': {
      title: 'Hóa đơn',
      hint: 'Hóa đơn in được của đơn đã trả ghi gì về bạn. Tên để trống: không có hóa đơn.',
    },
    'system/login': { title: 'Đăng nhập và đăng ký', hint: 'Ai được đăng nhập, và bằng cách nào.' },
    'system/email-domain': { title: 'Tên miền email', hint: 'Địa chỉ nào được đăng ký.' },
    'system/smtp': { title: 'Máy chủ email', hint: 'Gửi mã xác minh, đặt lại mật khẩu và cảnh báo.' },
    'system/oidc': {
      title: 'OIDC',
      hint: 'Callback ở nhà cung cấp là địa chỉ máy chủ nối với /oauth/oidc.',
    },
    'system/oidc-providers': {
      title: 'Nhà cung cấp OIDC khác',
      hint: 'Mỗi nhà cung cấp có nút riêng. Callback ở nhà cung cấp là địa chỉ máy chủ nối với /oauth/ và slug của nó.',
    },
    'system/github': { title: 'GitHub', hint: 'Ứng dụng OAuth mà người dùng dùng để đăng nhập.' },
    'system/linuxdo': { title: 'LINUX DO', hint: 'Ứng dụng mà người dùng dùng để đăng nhập.' },
    'system/wechat': { title: 'WeChat', hint: 'Máy chủ phía sau tài khoản chính thức của bạn.' },
    'system/telegram': { title: 'Telegram', hint: 'Bot mà người dùng dùng để đăng nhập.' },
    'system/turnstile': { title: 'Turnstile', hint: 'Kiểm tra chống robot của Cloudflare.' },
    'overview/panels': {
      title: 'Trang tổng quan',
      hint: 'Người dùng thấy gì trên trang tổng quan, và theo thứ tự nào.',
    },
    'overview/announcements': { title: 'Thông cáo', hint: 'Tin có ngày, mới nhất trước.' },
    'overview/status': {
      title: 'Bảng trạng thái',
      hint: 'Các lượt gọi diễn ra thế nào theo số liệu của gateway này, và bảo trì nào được lên kế hoạch.',
    },
    'overview/uptime-kuma': {
      title: 'Trang trạng thái Uptime Kuma',
      hint: 'Các giám sát của bạn, trong bảng trạng thái của tổng quan.',
    },
    'overview/api-info': { title: 'Địa chỉ API', hint: 'Các địa chỉ để người dùng truy cập gateway này.' },
    'overview/faq': { title: 'Hỏi đáp', hint: 'Những điều người dùng hay hỏi.' },
    'overview/menu': {
      title: 'Mục menu và trang riêng',
      hint: 'Liên kết và trang thêm trong menu của bảng điều khiển.',
    },
    'other/info': { title: 'Thông tin hệ thống', hint: 'Phiên bản đang chạy, và có bản mới hơn không.' },
    'other/notice': { title: 'Thông báo', hint: 'Hiển thị cho mọi người.', failed: 'Không lưu được thông báo' },
    'other/name': { title: 'Tên trang', hint: 'Tên của trang này.', failed: 'Không lưu được tên trang' },
    'other/logo': { title: 'Logo', hint: 'Logo của trang này.', failed: 'Không lưu được logo' },
    'other/accent': {
      title: 'Màu nhấn',
      hint: 'Màu của nút và liên kết.',
      failed: 'Không lưu được màu nhấn',
    },
    'other/look': { title: 'Mật độ, góc và kiểu chữ', hint: 'Giao diện bảng điều khiển cho người chưa tự chọn.' },
    'other/home': { title: 'Trang chủ', hint: 'Khách truy cập thấy gì đầu tiên.', failed: 'Không lưu được trang chủ' },
    'other/home-parts': {
      title: 'Trang chủ có sẵn',
      hint: 'Hiển thị gì ngoài mô hình và giá.',
      failed: 'Không lưu được trang chủ',
    },
    'other/model-pages': {
      title: 'Trang của mô hình',
      hint: 'Hiển thị gì ngoài giá và khả năng.',
      failed: 'Không lưu được trang của mô hình',
    },
    'other/about': {
      title: 'Trang giới thiệu',
      hint: 'Ai vận hành trang này.',
      failed: 'Không lưu được trang giới thiệu',
    },
    'other/legal': {
      title: 'Quy định của trang',
      hint: 'Người mới phải đồng ý với gì.',
      failed: 'Không lưu được quy định',
    },
    'other/footer': { title: 'Chân trang', hint: 'Dòng dưới mỗi trang.', failed: 'Không lưu được chân trang' },
  },
  options: { ...operation, ...rateLimit, ...modelRelated, ...system, ...overview, ...other },
} satisfies Incomplete<SettingsWords>
