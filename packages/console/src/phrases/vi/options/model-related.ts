import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const modelRelated = {
  'global.pass_through_request_enabled': {
    label: 'Chuyển tiếp yêu cầu nguyên vẹn',
    hint: 'Gửi đúng nội dung của client, không chuyển đổi, ánh xạ mô hình hay ghi đè. Upstream phải dùng định dạng của client.',
  },
  'general_setting.ping_interval_enabled': {
    label: 'Giữ luồng đang chờ không bị ngắt',
    hint: 'Gửi một comment khi mô hình im lặng, để proxy và client không ngắt kết nối.',
  },
  'general_setting.ping_interval_seconds': {
    label: 'Khoảng giữa hai lần giữ kết nối',
    hint: 'Chọn nhỏ hơn giới hạn thời gian ngắn nhất giữa đây và người dùng của bạn.',
    unit: 's',
  },
  'relay_setting.connect_timeout_seconds': {
    label: 'Chờ kết nối',
    hint: 'Upstream không kết nối được trong thời gian này bị coi là lỗi. 0: chờ mãi.',
    unit: 's',
  },
  'relay_setting.first_byte_timeout_seconds': {
    label: 'Chờ byte đầu tiên',
    hint: 'Mô hình suy luận có thể nghĩ vài phút trước khi trả lời. 0: chờ mãi.',
    unit: 's',
  },
  'relay_setting.idle_timeout_seconds': {
    label: 'Im lặng lâu nhất giữa câu trả lời',
    hint: 'Luồng im lặng lâu hơn sẽ bị dừng. 0: chờ mãi.',
    unit: 's',
  },
  'relay_setting.browser_origins': {
    label: 'Trang web được gọi API',
    hint: 'Mỗi dòng một origin, ví dụ https://app.example. Để trống: trang của mọi site, với khóa của người dùng.',
  },
  'relay_setting.read_on_seconds': {
    label: 'Đọc tiếp sau khi client rời đi',
    hint: 'Trong thời gian này, câu trả lời của mô hình có suy luận ẩn được đọc đến hết để biết mức dùng. 0: suy luận được tính phí theo ước tính ngay.',
    unit: 's',
  },
  'relay_setting.context_windows': {
    label: 'Cửa sổ ngữ cảnh',
    hint: 'Mô hình → token. Báo cáo đầu vào lớn hơn mức này bị hạ về mức này và đánh dấu. Được ưu tiên hơn bảng giá; mô hình không có ở cả hai nhận giới hạn rộng rãi.',
  },
  'relay_setting.output_limits': {
    label: 'Giới hạn đầu ra',
    hint: 'Mô hình → token. Báo cáo đầu ra của một câu trả lời lớn hơn mức này bị hạ về mức này và đánh dấu. Nếu không đặt, áp dụng cửa sổ ngữ cảnh. Giới hạn cao hơn của client bị hạ về mức này.',
  },
  'stored_responses.enabled': {
    label: 'Lưu phản hồi',
    hint: 'Client có thể lấy lại phản hồi, tiếp tục từ đó bằng previous_response_id, hoặc để nó chạy nền. Phản hồi được mã hóa và chỉ mở cho chủ của nó. Upstream tự lưu phản hồi thì giữ phản hồi của mình.',
  },
  'stored_responses.unasked': {
    label: 'Cả khi client không nói rõ',
    hint: 'Như OpenAI. Nếu không, chỉ lưu phản hồi cho yêu cầu có “store”: true.',
  },
  'stored_responses.days': {
    label: 'Lưu trong',
    hint: 'Sau đó chúng bị xóa.',
    unit: 'ngày',
  },
  'stored_responses.mib_each': {
    label: 'Phản hồi lớn nhất',
    hint: 'Phản hồi dài hơn, tính cả yêu cầu, vẫn được trả lời nhưng không được lưu.',
    unit: 'MiB',
  },
  'stored_responses.mib_per_user': {
    label: 'Chỗ cho mỗi người dùng',
    hint: 'Khi đầy, phản hồi cũ nhất bị xóa trước.',
    unit: 'MiB',
  },
  'gemini.safety_settings': {
    label: 'Ngưỡng an toàn',
    hint: 'Loại nội dung gây hại → ngưỡng. “default” áp dụng cho mọi loại không nêu tên.',
  },
  'gemini.version_settings': {
    label: 'Phiên bản API',
    hint: 'Mô hình → phiên bản API cần gọi. “default” áp dụng cho mọi mô hình không nêu tên.',
  },
  'gemini.supported_imagine_models': {
    label: 'Mô hình biết vẽ',
    hint: 'Yêu cầu tới các mô hình này xin cả văn bản lẫn hình ảnh.',
  },
  'gemini.thinking_adapter_enabled': {
    label: 'Suy luận theo tên mô hình',
    hint: 'Tên kết thúc bằng -thinking bật suy luận, -nothinking tắt suy luận.',
  },
  'gemini.thinking_adapter_budget_tokens_percentage': {
    label: 'Tỷ lệ suy luận',
    hint: 'Phần giới hạn trả lời được dùng cho suy luận, từ 0,1 đến 1; tối đa 24.576 token.',
  },
  'claude.model_headers_settings': {
    label: 'Header bổ sung',
    hint: 'Mô hình → header → giá trị. Được gửi kèm mọi yêu cầu tới mô hình đó, ví dụ anthropic-beta.',
  },
  'claude.default_max_tokens': {
    label: 'Giới hạn trả lời khi client không đặt',
    hint: 'Mô hình → token. Mô hình không nêu tên được viết nhiều nhất có thể; “default” áp dụng nếu không rõ mức đó. Claude bắt buộc có giới hạn; các định dạng khác bỏ qua.',
  },
  'claude.thinking_adapter_enabled': {
    label: 'Suy luận theo tên mô hình',
    hint: 'Tên kết thúc bằng -thinking bật suy luận.',
  },
  'claude.thinking_adapter_budget_tokens_percentage': {
    label: 'Tỷ lệ suy luận',
    hint: 'Phần giới hạn trả lời được dùng cho suy luận, từ 0,1 đến 1.',
  },
} satisfies Incomplete<WordsOfTab<'model-related'>>
