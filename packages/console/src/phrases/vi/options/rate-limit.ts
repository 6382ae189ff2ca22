import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const rateLimit = {
  ModelRequestRateLimitEnabled: {
    label: 'Giới hạn yêu cầu mô hình',
    hint: 'Đếm yêu cầu của từng người dùng, trên mọi token của họ. Yêu cầu vượt mức được trả 429.',
  },
  ModelRequestRateLimitDurationMinutes: {
    label: 'Khoảng thời gian',
    hint: 'Thời gian dùng để đếm yêu cầu.',
    unit: 'phút',
  },
  ModelRequestRateLimitCount: {
    label: 'Yêu cầu mỗi khoảng',
    hint: 'Tính cả yêu cầu thất bại. 0 hoặc -1: không giới hạn.',
  },
  ModelRequestRateLimitSuccessCount: {
    label: 'Yêu cầu thành công mỗi khoảng',
    hint: 'Chỉ tính các yêu cầu được trả lời.',
  },
  ModelRequestRateLimitGroup: {
    label: 'Giới hạn theo nhóm',
    hint: 'Nhóm → [yêu cầu, yêu cầu thành công]. Với nhóm nêu ở đây, chúng thay hai giới hạn trên.',
  },
  'rate_limit_setting.without_redis': {
    label: 'Khi mất Redis',
    hint: 'Giới hạn lượt gọi và kênh được đếm trên mọi node qua Redis. Nếu các node tự đếm, bên gọi được hưởng giới hạn một lần ở mỗi node; nếu từ chối thì trả 503 cho đến khi Redis trở lại.',
    choices: { count_alone: 'Mỗi node tự đếm', refuse: 'Từ chối lượt gọi có giới hạn' },
  },
  'rate_limit_setting.relay_requests': {
    label: 'Lượt gọi mô hình',
    hint: 'Từ một địa chỉ, trên mọi token. 0: không giới hạn.',
  },
  'rate_limit_setting.relay_seconds': {
    label: 'Khoảng: lượt gọi mô hình',
    hint: 'Thời gian dùng để đếm.',
    unit: 's',
  },
  'rate_limit_setting.api_requests': {
    label: 'Lượt gọi bảng điều khiển',
    hint: 'Từ một địa chỉ, tới /api. 0: không giới hạn.',
  },
  'rate_limit_setting.api_seconds': {
    label: 'Khoảng: lượt gọi bảng điều khiển',
    hint: 'Thời gian dùng để đếm.',
    unit: 's',
  },
  'rate_limit_setting.web_requests': {
    label: 'Trang bảng điều khiển',
    hint: 'Từ một địa chỉ; không tính tệp mà trình duyệt lưu cache. 0: không giới hạn.',
  },
  'rate_limit_setting.web_seconds': {
    label: 'Khoảng: trang bảng điều khiển',
    hint: 'Thời gian dùng để đếm.',
    unit: 's',
  },
  'rate_limit_setting.critical_requests': {
    label: 'Đăng nhập và đăng ký',
    hint: 'Từ một địa chỉ: đăng nhập và đăng ký, đặt lại mật khẩu, mã qua email. 0: không giới hạn.',
  },
  'rate_limit_setting.critical_seconds': {
    label: 'Khoảng: đăng nhập và đăng ký',
    hint: 'Thời gian dùng để đếm.',
    unit: 's',
  },
  'connection_setting.per_address': {
    label: 'Kết nối mỗi địa chỉ',
    hint: 'Đếm kết nối chưa có lượt gọi được nhận; vượt giới hạn thì kết nối cũ nhất bị đóng. Không tính proxy tin cậy. 0: không giới hạn.',
  },
  'connection_setting.total': {
    label: 'Tổng số kết nối',
    hint: 'Vượt mức này, kết nối cũ nhất chưa có lượt gọi được nhận bị đóng, để client mới luôn vào được. 0: một nửa mức hệ điều hành cho phép.',
  },
  'connection_setting.user_percent': {
    label: 'Lượt gọi của một người dùng',
    hint: 'Trong số lượt gọi đang chạy, vốn bị giới hạn như kết nối ở trên. Vượt mức thì lượt gọi của người này được trả 429, để người khác luôn có chỗ.',
    unit: '%',
  },
  'connection_setting.body_seconds': {
    label: 'Tiến độ nội dung yêu cầu',
    hint: 'Nội dung chậm hơn 500 byte mỗi giây trong thời gian này bị ngắt với 408. 0: không giới hạn.',
    unit: 's',
  },
  'connection_setting.unread_seconds': {
    label: 'Câu trả lời không được đọc',
    hint: 'Client không đọc luồng trong thời gian này bị ngắt; lượt gọi bị tính phí như khi client rời đi. 0: không giới hạn.',
    unit: 's',
  },
  'memory_setting.budget_mib': {
    label: 'Bộ nhớ cho lượt gọi',
    hint: 'Tổng cho yêu cầu và câu trả lời đang giữ, đã giải nén và chuyển đổi. Vượt mức thì lượt gọi được trả 503. 0: không giới hạn.',
    unit: 'MiB',
  },
  'memory_setting.user_percent': {
    label: 'Phần của một người dùng',
    hint: 'Trong bộ nhớ ở trên. Vượt mức thì lượt gọi của người này được trả 429.',
    unit: '%',
  },
} satisfies Incomplete<WordsOfTab<'rate-limit'>>
