import type { RelayErrorCode } from '../relay-errors.ts'

export const relay: Record<RelayErrorCode, string> = {
  // ── Callers and their permissions.
  token_missing: 'Thiếu token truy cập; hãy gửi trong header Authorization hoặc x-api-key',
  token_invalid:
    'Token truy cập không hợp lệ; hãy kiểm tra xem đã chép đủ chưa, hoặc tạo token mới trong trang điều khiển',
  session_needed:
    'Playground được gọi từ trang điều khiển sau khi đăng nhập; nếu dùng token, hãy gọi cùng đường dẫn không có /pg',
  token_disabled: 'Token truy cập đã bị tắt; chủ của nó có thể bật lại trong trang điều khiển',
  project_archived: 'Dự án “{project}” của token này đã lưu trữ; quản trị viên của nhóm làm việc có thể khôi phục',
  token_frozen:
    'Token này bị đóng băng, hoặc một token cấp trên bị đóng băng hay tắt; chủ của nó có thể gỡ trong trang điều khiển',
  token_expired: 'Token truy cập đã hết hạn; chủ của nó có thể gia hạn trong trang điều khiển',
  token_exhausted: 'Quota của token truy cập đã hết; chủ của nó có thể tăng trong trang điều khiển',
  user_banned: 'Người dùng bị cấm; hãy hỏi quản trị viên',
  ip_not_allowed:
    'Địa chỉ IP của bạn không có trong danh sách của token; chủ của nó có thể thêm trong trang điều khiển',
  group_not_usable: 'Token này không được dùng nhóm {group}; chủ của nó có thể chọn nhóm khác trong trang điều khiển',
  model_not_allowed: 'Token này không được dùng mô hình {model}; chủ của nó có thể cho phép trong trang điều khiển',
  channel_choice_not_allowed: 'Chỉ quản trị viên được chọn kênh',
  channel_choice_unknown: 'Không có kênh {channel} đang bật',
  too_many_calls: 'Bạn đã chạm giới hạn {limit} yêu cầu trong {minutes} phút; hãy thử lại sau {seconds} giây',
  limits_unavailable: 'Hiện gateway không đếm được lượt gọi; hãy thử lại sau vài giây',
  too_many_from_address: 'Quá nhiều yêu cầu đến từ địa chỉ của bạn; hãy thử lại sau {seconds} giây',

  // ── The request.
  body_too_large: 'Phần thân yêu cầu lớn hơn {limit}',
  body_not_form: 'Phần thân yêu cầu không phải biểu mẫu multipart/form-data hợp lệ: {reason}',
  body_encoding_unknown: 'Content-Encoding {encoding} không được hỗ trợ; hãy dùng {taken} hoặc bỏ đi',
  body_not_decodable: 'Phần thân yêu cầu không phải {encoding} hợp lệ',
  body_not_json: 'Phần thân yêu cầu không phải đối tượng JSON hợp lệ: {reason}',
  model_missing: 'Chưa chỉ định mô hình; hãy điền trường model',
  api_not_implemented: 'API này chưa được hỗ trợ',
  route_unknown: 'URL không hợp lệ ({method} {path})',
  method_not_allowed: 'Điểm cuối này không nhận {method}',
  model_unknown: 'Mô hình {model} không tồn tại hoặc bạn không được dùng; /v1/models liệt kê mô hình của bạn',
  input_too_long:
    'Đầu vào có khoảng {tokens} token, nhiều hơn mức {limit} mà các kênh của mô hình {model} nhận; hãy rút ngắn',
  upgrade_required: 'Điểm cuối này chỉ nhận kết nối WebSocket',
  too_many_waiting:
    'Tối đa {most} yêu cầu được chờ trên một socket; hãy gửi yêu cầu tiếp theo khi một câu trả lời đã kết thúc',
  session_keeps_model: 'Phiên giữ nguyên mô hình {model}; hãy mở phiên khác cho mô hình khác',
  ask_not_understood: 'Yêu cầu không hợp lệ: {reason}',
  thread_unsupported_request:
    'Nhà cung cấp của mô hình này không lưu luồng hội thoại: hãy gửi toàn bộ hội thoại, không kèm `thread`',
  ask_refused: 'Không chuyển được yêu cầu sang định dạng của upstream: {reason}',
  sensitive_words_detected: 'Yêu cầu chứa từ không được phép ở đây; hãy sửa rồi thử lại',
  sensitive_words_answered: 'Câu trả lời đã bị dừng: nó chứa từ không được phép ở đây. Phần đã tạo vẫn được tính tiền',
  body_too_slow: 'Phần thân yêu cầu đến quá chậm; hãy kiểm tra kết nối rồi gửi lại',
  body_too_complex: 'Phần thân yêu cầu quá phức tạp (trên {limit}); hãy chia thành nhiều yêu cầu',
  member_ambiguous: 'Trường {member} xuất hiện nhiều lần hoặc viết theo cách khác; hãy gửi một lần, đúng dạng {member}',
  count_out_of_range: '{name} phải là số nguyên từ 1 đến {most}',
  member_not_boolean: '{name} phải là true hoặc false',
  quote_endpoint_unknown:
    'Không báo giá được lượt gọi {endpoint}; hãy nêu một đường dẫn như /v1/chat/completions hoặc /v1beta/models/MODEL:generateContent',
  mirror_not_planned: 'Lượt gọi loại này không được lập kế hoạch cho bản sao',
  mirror_files: 'Tệp và batch không được lập kế hoạch: những gì chúng nhắc đến nằm ở gateway kia',
  mirror_tasks:
    'Vẽ, bài hát và video không được lập kế hoạch: giá của chúng tùy câu trả lời của nhà cung cấp, và việc sau dựa vào việc trước',
  mirror_free: 'Việc đếm token không được lập kế hoạch: nó miễn phí',
  mirror_media:
    'Lập kế hoạch với nội dung thế chỗ cho những tệp mà lượt gọi sẽ tải: bản sao không tải gì, nên giá có thể khác',
  quote_needs_media: 'Báo giá không tải gì cả; hãy gửi {name} dưới dạng dữ liệu thay vì địa chỉ',

  // ── Tasks: drawings, music, videos.
  task_unknown: 'Không có tác vụ {id}',
  task_not_finished: 'Tác vụ {id} chưa kết thúc; hãy hỏi lại sau',
  task_failed: 'Tác vụ {id} đã thất bại: {reason}',
  task_no_channel: 'Không có kênh nào của mô hình {model} trong nhóm {group} nhận tác vụ loại này',
  task_channel_gone: 'Kênh chạy tác vụ {id} không còn tồn tại; hãy bắt đầu lại',
  task_member_missing: 'Yêu cầu không có {member}; hãy thêm vào',
  task_member_invalid: '{member} phải là {expected}',
  task_clip_unknown: 'Không có tác vụ nào của bạn có đoạn {clip}; hãy nêu tác vụ của nó trong task_id',
  task_not_taken_by_vendor: 'Upstream của mô hình này không nhận {what}',
  task_result_gone: 'Upstream không còn kết quả của tác vụ {id}',
  task_result_wrong_type: 'Kết quả tác vụ {id} của upstream không phải dữ liệu {kind}',
  task_result_too_large: 'Kết quả của tác vụ {id} lớn hơn {limit}',
  balance_moving: 'Các node khác đang chi số dư này; hãy thử lại sau giây lát',
  storing_off: 'Việc lưu trữ đã tắt cho tài khoản của bạn hoặc do người vận hành',
  response_not_found: 'Phản hồi {id} không tồn tại',
  previous_response_not_found: 'Không tìm thấy phản hồi trước {id}; hãy gửi toàn bộ hội thoại làm đầu vào',
  interaction_not_found: 'Tương tác {id} không tồn tại',
  previous_interaction_not_found: 'Không tìm thấy tương tác trước {id}; hãy gửi toàn bộ hội thoại làm đầu vào',
  response_not_finished: 'Phản hồi {id} vẫn đang chạy; hãy đợi nó kết thúc',
  response_channel_gone:
    'Phản hồi {id} được lưu bởi một kênh không còn tồn tại hoặc không phục vụ mô hình này; hãy gửi toàn bộ hội thoại làm đầu vào',
  response_not_cancellable: 'Chỉ hủy được phản hồi chạy nền đang tiếp diễn',
  background_not_stored:
    'Phản hồi chạy nền phải được lưu: hãy bỏ “store: false”; tài khoản của bạn và gateway này phải cho phép lưu',
  background_elsewhere:
    'Phản hồi chạy nền không tiếp nối được {id} do nhà cung cấp của chính nó lưu; hãy gửi toàn bộ hội thoại làm đầu vào',
  conversation_not_found: 'Hội thoại {id} không tồn tại',
  conversation_and_previous: 'Chỉ gửi một trong hai: conversation hoặc previous_response_id',
  conversation_full: 'Không còn chỗ cho hội thoại ({limit} MiB); hãy xóa bớt hội thoại cũ',
  item_not_found: 'Mục {id} không tồn tại; hãy gửi chính mục đó',

  // ── Pictures, sounds and files given by address.
  media_unreachable: 'Không tải được {part} của yêu cầu: địa chỉ không trả lời hoặc không nằm trên internet công cộng',
  media_not_given: 'Không tải được {part} của yêu cầu: địa chỉ trả về {status}',
  media_too_large: '{part} của yêu cầu lớn hơn {limit}, hoặc quá lớn khi cộng với các tệp khác',
  media_wrong_type: 'Địa chỉ của {part} trong yêu cầu không trả về dữ liệu {kind}',
  media_not_taken: 'Upstream không nhận {part} của yêu cầu; hãy gửi tệp khác, hoặc thử lại sau',
  media_too_many: 'Yêu cầu nêu hơn {limit} tệp bằng địa chỉ; hãy gửi dữ liệu của chúng',

  // ── Costs.
  user_quota_insufficient: 'Số dư của bạn không đủ cho lượt gọi này (tạm giữ {amount} trước); hãy nạp thêm',
  token_quota_insufficient: 'Quota của token không đủ cho lượt gọi này (tạm giữ {amount} trước); hãy tăng lên',
  user_period_used_up:
    'Giới hạn chi {limit} của bạn không đủ cho lượt gọi này (tạm giữ {amount} trước); giới hạn tính lại vào {renews}',
  member_budget_used_up:
    'Ngân sách {limit} của bạn trong nhóm làm việc này không đủ cho lượt gọi, vốn tạm giữ {amount}; ngân sách tính lại vào {renews}',
  project_budget_used_up:
    'Ngân sách {limit} của dự án “{project}” không đủ cho lượt gọi này, vốn tạm giữ {amount}; ngân sách tính lại vào {renews}',
  token_period_used_up:
    'Giới hạn chi {limit} của token không đủ cho lượt gọi này (tạm giữ {amount} trước); giới hạn tính lại vào {renews}',
  budget_insufficient: 'Lượt gọi này tốn ít nhất {amount}, nhiều hơn ngân sách {budget} trong X-Tollgate-Budget',
  subscription_used_up:
    'Gói {plan} của bạn còn quá ít cho lượt gọi này (tạm giữ {amount} trước); hạn mức trở lại vào {returns}',
  subscription_spent:
    'Gói {plan} của bạn còn quá ít cho lượt gọi này (tạm giữ {amount} trước), và hạn mức không trở lại',
  subscription_calls_used_up:
    'Gói {plan} của bạn còn quá ít lượt gọi cho lượt này, vốn tính là {calls}; sẽ có thêm vào {returns}',
  subscription_calls_spent:
    'Gói {plan} của bạn còn quá ít lượt gọi cho lượt này, vốn tính là {calls}, và sẽ không có thêm',
  quota_used_up: 'Quota đã hết; phiên đã kết thúc',
  budget_invalid: 'Header X-Tollgate-Budget phải là số tiền đô la Mỹ, ví dụ 0.50',
  model_price_missing:
    'Mô hình {model} chưa có giá; hãy nhờ quản trị viên đặt giá, hoặc chấp nhận mô hình không có giá trong cài đặt của bạn',
  balance_empty: 'Số dư của bạn đã hết; hãy nạp thêm',

  // ── Channels and upstreams.
  no_channel:
    'Không có kênh nào cho mô hình {model} trong nhóm {group}; hãy thử mô hình hoặc nhóm khác, hoặc hỏi quản trị viên',
  channels_resting:
    'Mọi kênh cho mô hình {model} trong nhóm {group} đang tạm nghỉ sau các lần thất bại; hãy thử lại sau',
  channels_full: 'Mọi kênh của mô hình này đã chạm giới hạn; hãy thử lại sau {seconds} giây',
  channel_no_key: 'Kênh không có khóa nào đang bật',
  model_mapping_cycle: 'Ánh xạ mô hình của kênh tạo thành vòng lặp; hãy báo quản trị viên',
  upstream_credentials: 'Thông tin xác thực của kênh không đổi được lấy quyền truy cập; hãy báo quản trị viên',
  upstream_unreachable: 'Không kết nối được upstream',
  proxy_unreachable: 'Không kết nối được proxy của kênh; hãy báo quản trị viên',
  proxy_refused: 'Proxy của kênh từ chối lượt gọi; hãy nhờ quản trị viên kiểm tra người dùng và mật khẩu của proxy',
  certificate_not_trusted:
    'Chứng chỉ của upstream, hoặc của proxy đứng trước nó, không đáng tin cậy; hãy báo quản trị viên',
  upstream_connect_timeout: 'Upstream không nhận kết nối trong {seconds} giây',
  upstream_first_byte_timeout: 'Upstream không bắt đầu trả lời trong {seconds} giây',
  upstream_silent: 'Upstream im lặng {seconds} giây; câu trả lời bị cắt',
  upstream_broke_off: 'Upstream ngắt câu trả lời',
  upstream_too_slow: 'Upstream đọc quá chậm; phiên đã kết thúc',
  upstream_empty: 'Câu trả lời của upstream rỗng',
  upstream_not_readable: 'Không đọc được câu trả lời của upstream',
  upstream_too_large: 'Câu trả lời của upstream lớn hơn {limit}',

  // ── The gateway itself, and clients that leave.
  client_too_slow: 'Client đọc quá chậm; phiên đã kết thúc',
  client_gone: 'Client rời đi trước khi câu trả lời bắt đầu',
  internal: 'Lỗi nội bộ của gateway, hãy liên hệ quản trị viên',
  database_unavailable: 'Hiện gateway không kết nối được cơ sở dữ liệu; hãy thử lại sau giây lát',
  account_busy: 'Quota trả cho lượt gọi này hiện đang được giữ ở nơi khác; hãy thử lại sau giây lát',
  shutting_down: 'Gateway đang khởi động lại; hãy thử lại sau giây lát',
  user_memory_used_up: 'Các yêu cầu đang chạy của bạn chiếm quá nhiều bộ nhớ; hãy đợi chúng kết thúc rồi thử lại',
  user_calls_used_up:
    'Bạn có {limit} lượt gọi đang chạy, mức tối đa của một người dùng; hãy đợi chúng kết thúc rồi thử lại',
  memory_used_up: 'Bộ nhớ của gateway dành cho lượt gọi đã hết; hãy thử lại sau giây lát',
  gateway_busy: 'Gateway đang chạy nhiều lượt gọi hết mức có thể; hãy thử lại sau giây lát',

  // ── Files and batches.
  file_unknown: 'Không có tệp {id}',
  batch_unknown: 'Không có batch {id}',
  sound_not_measured:
    'Trường {field} không được nhận ở đây: nó có thể chỉ một âm thanh khác. Hãy gửi chính âm thanh đó, dưới dạng {file}',
  file_missing: 'Biểu mẫu không có trường {field}; hãy gửi đúng một trường',
  file_purpose_unknown: 'Không nhận tệp với mục đích {purpose}; hãy dùng một trong {purposes}',
  file_not_for_batches: 'Tệp {id} không được tải lên với mục đích batch; hãy tải lên lại với mục đích đó',
  file_in_use: 'Tệp {id} thuộc một batch chưa kết thúc; hãy hủy batch hoặc đợi nó kết thúc',
  batch_line_invalid: 'Dòng {line} của batch không hợp lệ: {reason}',
  batch_empty: 'Batch không có yêu cầu nào',
  batch_too_many: 'Batch có hơn {limit} yêu cầu; hãy chia nhỏ',
  batch_endpoint_unknown: 'Không gửi được batch đến {endpoint}; hãy dùng một trong {endpoints}',
  batch_endpoint_differs: 'Các yêu cầu trong tệp dành cho {found}, không phải cho {endpoint}',
  batch_unpaid:
    'Batch có thể tốn đến {amount}, nhiều hơn phần còn lại; hãy đặt giới hạn đầu ra trong từng yêu cầu, chia nhỏ, hoặc nạp thêm',
  batch_running: 'Batch {id} chưa kết thúc; hãy hủy hoặc đợi nó kết thúc',
  video_length_unsupported: '{model} không tạo video dài {seconds} giây; hãy dùng một trong: {lengths}',
  video_size_unsupported: '{model} không tạo video cỡ {size}; hãy dùng một trong: {sizes}',
  video_pictures_unsupported: '{model} nhận tối đa {most} ảnh',
  video_pictures_mixed: '{model} nhận ảnh toàn bằng địa chỉ hoặc toàn bằng dữ liệu; đừng trộn hai cách',
  video_picture_too_large: 'Có ảnh lớn hơn mức {model} nhận; giới hạn là {limit}',
  video_picture_needed: '{model} tạo video từ ảnh; hãy gửi một ảnh trong input_reference',
  video_picture_not_read:
    'Có ảnh trong yêu cầu không hợp lệ: hãy gửi địa chỉ trên internet công cộng, hoặc dữ liệu base64 của ảnh',
  batch_no_channel: 'Không có kênh nào của mô hình {model} trong nhóm {group} nhận batch',
  files_no_channel: 'Không có kênh nào trong nhóm {group} nhận tệp',
  stored_channel_gone: 'Kênh giữ {id} hiện không dùng được; hãy thử lại sau hoặc tải lên lại',

  // ── Drawing.
  prompt_is_required: 'Thiếu trường prompt; hãy điền vào',
  task_id_is_required: 'Thiếu trường taskId; hãy nêu id của một tác vụ',
  action_is_required: 'Thiếu trường action; hãy dùng UPSCALE, VARIATION hoặc REROLL',
  index_is_required: 'Thiếu trường index; hãy nêu số thứ tự của ảnh, từ 1 đến 4',
  content_is_required: 'Thiếu trường content; hãy viết id của tác vụ và thay đổi, ví dụ “ID U1”',
  content_parse_failed: 'Không đọc được thay đổi; hãy viết id của tác vụ và U1 đến U4, V1 đến V4, hoặc R',
  custom_id_is_required: 'Thiếu trường customId; hãy lấy từ một nút của tác vụ',
  unknown_action: 'Không biết hành động {action}; hãy dùng một nút vẽ của tác vụ',
  image_is_required: 'Thiếu trường image; hãy gửi một ảnh',
  base64_is_required: 'Hãy gửi ảnh trong trường base64, hoặc địa chỉ của ảnh trong link',
  base64_array_out_of_range: 'Trường base64Array phải có từ {least} đến {most} ảnh',
  sour_base64_and_target_base64_is_required: 'Cần cả sourceBase64 và targetBase64; hãy gửi hai ảnh',
  task_not_found: 'Không có tác vụ {id}',
  task_status_not_success: 'Tác vụ {id} chưa thành công; hãy đợi nó kết thúc',
  get_channel_info_failed: 'Kênh giữ tác vụ {id} hiện không dùng được; hãy bắt đầu tác vụ mới',
  picture_not_found: 'Không có ảnh này, hoặc địa chỉ của ảnh đã hết hạn; hãy lấy lại tác vụ',
  callback_not_understood: 'Thông báo nói về một tác vụ khác với tác vụ của địa chỉ này',
}
