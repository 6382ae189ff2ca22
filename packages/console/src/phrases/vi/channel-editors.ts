import type { FurtherPhrases } from '../language-pack.ts'

export const channelEditors: FurtherPhrases['channelEditors'] = {
  add: 'Thêm dòng',
  remove: 'Xóa {{name}}',
  repeated: 'Dòng này đã có',
  broken: 'Bảng sẽ hiện lại khi JSON hợp lệ.',
  asJson: '{{name}} dạng JSON',
  asTable: '{{name}} dạng bảng',
  before: 'Client gửi',
  after: 'Upstream nhận',
  mapping: {
    from: 'Được yêu cầu',
    to: 'Được gửi',
    circle: '“{{name}}” tạo thành vòng lặp',
    notServed: '“{{name}}” không nằm trong các mô hình được phục vụ nên không ai gọi được',
    unknownTarget: '“{{target}}” không nằm trong các mô hình đã biết của loại này',
  },
  status: {
    from: 'Mã của upstream',
    to: 'Tính là',
    invalid: 'Mã trạng thái là số từ 100 đến 599',
    outcome: 'Khi upstream trả {{from}}, gateway xử lý và trả lời như với {{to}}.',
  },
  paste: {
    open: 'Điền từ lệnh curl hoặc mã nguồn',
    label: 'Lệnh curl, mã nguồn hoặc biến môi trường',
    hint: 'Dán vào đây: loại, địa chỉ, khóa và mô hình sẽ được điền. Nội dung không rời khỏi trình duyệt này.',
    filled: 'Đã điền: {{names}}',
    nothing: 'Không tìm thấy địa chỉ, khóa hay mô hình nào.',
  },
  headers: {
    label: 'Header',
    hint: 'Được gửi kèm mọi lượt gọi trừ tác vụ (video, nhạc, vẽ), thay cho header cùng tên của gateway. {api_key} là khóa của kênh, {client_header:NAME} là một header của client; header mà client không gửi sẽ bị bỏ qua.',
    name: 'Header',
    value: 'Giá trị',
    problem: {
      name: 'Tên header gồm chữ cái, chữ số và dấu gạch nối',
      reserved: 'Gateway tự ghi header này',
      value: 'Giá trị gồm 1 đến 4.096 ký tự ASCII in được',
      credential: 'Khóa của client cho gateway này không được gửi lên upstream',
    },
  },
  override: { member: 'Trường', value: 'Giá trị (JSON hoặc văn bản)' },
  atLimit: {
    full: 'Kênh đầy khi đạt',
    next: 'Lượt gọi tiếp theo khi đó',
    elsewhere: 'chuyển sang kênh khác cùng mô hình và nhóm',
    refused: 'nhận 429 (channels_full) kèm Retry-After nếu tất cả đều đầy',
  },
  setting: {
    invalid: 'Gateway không nhận giá trị của “{{member}}”',
    all: 'Mọi thứ ở trên kể từ phần giới hạn, và những gì không có ô riêng.',
    proxy: {
      label: 'Proxy',
      hint: 'http, https hoặc socks5; tên và mật khẩu nằm trong địa chỉ.',
      invalid:
        'Không phải địa chỉ proxy: cần http, https, socks5 hoặc socks5h và máy chủ; ký tự đặc biệt trong tên và mật khẩu viết dạng %40',
      goesTo: 'Lượt gọi đi đến',
      thenTo: 'rồi từ đó đến',
      direct: 'Lượt gọi đi thẳng đến',
      upstream: 'địa chỉ của kênh',
      gatewayLooksUp: 'Gateway phân giải tên máy chủ.',
      looksUp: 'Proxy phân giải tên máy chủ.',
    },
    system_prompt: { label: 'System prompt', hint: 'Cho các yêu cầu không có system prompt riêng.' },
    system_prompt_override: {
      label: 'System prompt cho mọi yêu cầu',
      hint: 'Cũng được đặt trước chỉ dẫn riêng của yêu cầu.',
    },
    force_format: {
      label: 'Chỉ các trường của OpenAI',
      hint: 'Phản hồi chat chỉ có các trường mà OpenAI công bố.',
    },
    thinking_to_content: {
      label: 'Suy luận nằm trong nội dung',
      hint: 'Cho các client chat không hiển thị riêng phần suy luận.',
    },
    pass_through_body_enabled: {
      label: 'Nội dung đúng như client gửi',
      hint: 'Được gửi lên nguyên vẹn: không ánh xạ, không ghi đè.',
    },
  },
}
