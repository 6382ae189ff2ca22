import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

const languages = {
  en: 'Tiếng Anh',
  zh: 'Tiếng Trung',
  ru: 'Tiếng Nga',
  fr: 'Tiếng Pháp',
  ja: 'Tiếng Nhật',
  vi: 'Tiếng Việt',
  'zh-TW': 'Tiếng Trung phồn thể',
}

export const operation = {
  TopUpLink: {
    label: 'Liên kết nạp tiền',
    hint: 'Nơi người dùng mua quota hoặc mã nạp. Trang ví dẫn tới đó.',
  },
  'general_setting.docs_link': {
    label: 'Liên kết tài liệu',
    hint: 'Tài liệu riêng của bạn. Nó hiện trên thanh đầu trang; để trống để ẩn.',
  },
  'general_setting.fallback_language': {
    label: 'Ngôn ngữ cho khách mới',
    hint: 'Cho người có trình duyệt không nêu ngôn ngữ nào của bảng điều khiển.',
    choices: languages,
  },
  DisplayInCurrencyEnabled: {
    label: 'Hiện quota bằng đô la',
    hint: 'Bật: số dư và phí hiện dạng $1.00. Tắt: hiện số quota thuần.',
  },
  DisplayTokenStatEnabled: {
    label: 'API tính phí báo theo token',
    hint: 'Bật: client hỏi số dư nhận số dư của token. Tắt: nhận số dư của người dùng.',
  },
  DefaultCollapseSidebar: {
    label: 'Thu gọn menu bên khi bắt đầu',
    hint: 'Cho người dùng chưa tự chọn.',
  },
  SelfUseModeEnabled: {
    label: 'Chế độ tự dùng',
    hint: 'Cho gateway của riêng bạn: không ai đăng ký được, và mô hình chưa có giá vẫn gọi được.',
  },
  DemoSiteEnabled: {
    label: 'Trang demo',
    hint: 'Không ai sửa được gì, cũng không chạy kiểm thử hay gửi email. Chỉ quản trị viên cấp cao nhất đổi được một tùy chọn, để kết thúc demo.',
  },
  QuotaForNewUser: {
    label: 'Quota cho người dùng mới',
    hint: 'Cấp một lần, khi đăng ký.',
  },
  QuotaForInviter: {
    label: 'Thưởng cho người mời',
    hint: 'Người dùng nhận bao nhiêu cho mỗi người mới đăng ký bằng lời mời của họ.',
  },
  QuotaForInvitee: {
    label: 'Thưởng cho người được mời',
    hint: 'Phần thêm cho người mới đăng ký bằng lời mời.',
  },
  QuotaRemindThreshold: {
    label: 'Cảnh báo số dư thấp',
    hint: 'Người dùng có số dư thấp hơn mức này được cảnh báo, trừ khi họ tự chọn mức khác.',
  },
  PreConsumedQuota: {
    label: 'Độ dài trả lời giữ trước',
    hint: 'Giữ trước bao nhiêu token trả lời khi yêu cầu không nói câu trả lời được dài bao nhiêu.',
    unit: 'token',
  },
  QuotaPerUnit: {
    label: 'Quota mỗi đô la',
    hint: 'Một đô la Mỹ là bao nhiêu quota. Số dư hiện có giữ nguyên con số, nên đổi mức này là đổi giá trị của chúng.',
  },
  LogConsumeEnabled: {
    label: 'Ghi mọi lượt gọi',
    hint: 'Tắt: lượt gọi vẫn bị tính phí, nhưng không để lại dòng nào trong nhật ký sử dụng.',
  },
  'archive_setting.enabled': {
    label: 'Lưu trữ trước khi xóa',
    hint: 'Các dòng dọn khỏi nhật ký được ghi vào tệp nén trước. Kiểm toán vẫn tính chúng, và tollgate logs tìm trong đó.',
  },
  'archive_setting.after_days': {
    label: 'Lưu trữ các dòng cũ hơn',
    hint: 'Chúng tự động rời nhật ký. 0: chỉ các dòng có người dọn.',
    unit: 'ngày',
  },
  'archive_setting.place': {
    label: 'Nơi lưu trữ',
    hint: 'Đường dẫn đầy đủ của thư mục, hoặc địa chỉ bucket S3 như https://s3.eu-central-1.amazonaws.com/bucket/logs. Để trống: log-archive trong thư mục dữ liệu.',
  },
  'archive_setting.s3_region': {
    label: 'Region của bucket',
    hint: 'Để trống: lấy từ địa chỉ.',
  },
  'archive_setting.s3_access_key_id': {
    label: 'Access key ID',
    hint: 'Tài khoản của nó phải được ghi, đọc và xóa trong bucket.',
  },
  'archive_setting.s3_secret': {
    label: 'Secret access key',
    hint: 'Ký mọi yêu cầu; không được gửi đi.',
  },
  'mirror_setting.enabled': {
    label: 'Lập kế hoạch lượt gọi sao chép',
    hint: 'Bản sao lượt gọi của gateway khác, gửi tới /mirror, được lập kế hoạch: không gọi upstream, không tính phí, và không giữ gì ngoài các tổng.',
  },
  RetryTimes: {
    label: 'Số lần thử lại',
    hint: 'Thử thêm bao nhiêu kênh khi một kênh lỗi trước byte đầu tiên. 0: không.',
  },
  AffinityRules: {
    label: 'Quy tắc bám kênh',
    hint: 'Các lượt gọi cùng khóa ở lại kênh đã trả lời lần gần nhất. Quy tắc đầu tiên khớp với lượt gọi và tìm thấy khóa sẽ quyết định; nếu không có, cuộc trò chuyện được nhận ra theo tên do client đặt hoặc theo phần mở đầu. * thay cho văn bản bất kỳ.',
  },
  ChannelDisableThreshold: {
    label: 'Kiểm thử kênh lâu nhất',
    hint: 'Kênh kiểm thử lâu hơn bị coi là thất bại. 0: không giới hạn.',
    unit: 's',
  },
  AutomaticDisableChannelEnabled: {
    label: 'Tắt kênh bị lỗi',
    hint: 'Ngừng dùng kênh khi khóa bị từ chối, số dư hết hoặc kiểm thử thất bại.',
  },
  AutomaticEnableChannelEnabled: {
    label: 'Bật kênh đã hồi phục',
    hint: 'Bật lại kênh bị tắt tự động khi kiểm thử thành công.',
  },
  'monitor_setting.auto_test_channel_enabled': {
    label: 'Kiểm thử kênh định kỳ',
    hint: 'Kiểm thử mọi kênh bằng một yêu cầu nhỏ theo chu kỳ bên dưới. Upstream sẽ tính phí bạn.',
  },
  'monitor_setting.auto_test_channel_minutes': {
    label: 'Chu kỳ kiểm thử',
    hint: 'Từ lúc bắt đầu đợt này đến lúc bắt đầu đợt sau.',
    unit: 'phút',
  },
  'monitor_setting.update_balance_minutes': {
    label: 'Đọc số dư mỗi',
    hint: 'Hỏi nhà cung cấp của mọi kênh đang bật. Kênh hết số dư bị tắt nếu kênh lỗi bị tắt. 0: chỉ thủ công.',
    unit: 'phút',
  },
  AutomaticDisableKeywords: {
    label: 'Từ khiến kênh bị tắt',
    hint: 'Mỗi dòng một từ. Lỗi của upstream chứa một từ trong đó sẽ tắt kênh. Không phân biệt hoa thường.',
  },
  MetricsToken: {
    label: 'Token đọc chỉ số',
    hint: 'Bên đọc /metrics gửi dạng Authorization: Bearer …',
  },
  MetricsAddresses: {
    label: 'Địa chỉ được đọc chỉ số',
    hint: 'Không cần token. Mỗi dòng một địa chỉ hoặc dải, ví dụ 10.0.0.0/8.',
  },
  AlertsEnabled: { label: 'Gửi cảnh báo', hint: 'Tới webhook và địa chỉ email bên dưới, mục nào được điền.' },
  'alert_setting.webhook_url': {
    label: 'Webhook',
    hint: 'Nhận mọi cảnh báo dạng JSON, bằng POST. Có thể là địa chỉ trong mạng của bạn.',
  },
  'alert_setting.webhook_secret': {
    label: 'Khóa bí mật webhook',
    hint: 'Ký nội dung: X-Webhook-Signature là HMAC-SHA256 dạng hex.',
  },
  'alert_setting.email': { label: 'Địa chỉ email', hint: 'Qua máy chủ email của cài đặt hệ thống.' },
  'alert_setting.language': {
    label: 'Ngôn ngữ cảnh báo',
    hint: 'Của tiêu đề và nội dung.',
    choices: languages,
  },
  'alert_setting.channel_down': {
    label: 'Một kênh ngừng hoạt động',
    hint: 'Kênh bị tắt tự động, hoặc đang nghỉ vì liên tục lỗi.',
  },
  'alert_setting.wallet_below': {
    label: 'Số dư ở upstream thấp',
    hint: 'Khi số dư của kênh đang dùng thấp hơn mức này. 0: không bao giờ.',
    unit: 'đô la Mỹ',
  },
  'alert_setting.error_percent': {
    label: 'Nhiều lượt gọi thất bại',
    hint: 'Khi tỷ lệ lượt gọi này thất bại ở upstream. Được đếm trong nhật ký sử dụng. 0: không bao giờ.',
    unit: '%',
  },
  'alert_setting.error_minutes': {
    label: 'Xét trong',
    hint: 'Khoảng thời gian đếm lượt gọi thất bại.',
    unit: 'phút',
  },
  'alert_setting.error_least_calls': {
    label: 'Số lượt gọi ít nhất',
    hint: 'Nếu trong thời gian đó có ít lượt gọi hơn, thất bại không gây cảnh báo.',
    unit: 'lượt gọi',
  },
  'alert_setting.books': {
    label: 'Sổ sách không khớp',
    hint: 'Một tác vụ riêng kiểm tra hằng ngày khi mục này bật.',
  },
  'alert_setting.jobs': { label: 'Một tác vụ nền thất bại', hint: 'Cho đến khi lần chạy sau thành công.' },
  'alert_setting.prices': {
    label: 'Giá của upstream vượt giá của gateway này',
    hint: 'Theo các bảng giá được đọc ở trang Mô hình & giá.',
  },
  'alert_setting.server': {
    label: 'Một máy chủ bị lỗi',
    hint: 'Nó tự báo khi không kết nối được cơ sở dữ liệu hoặc Redis, hoặc khi không phục vụ được lượt gọi.',
  },
  'alert_setting.nodes': {
    label: 'Mất một node',
    hint: 'Các node khác báo việc đó, và nó còn giữ bao nhiêu quota của người dùng.',
  },
  'alert_setting.disk_percent': {
    label: 'Đĩa gần đầy',
    hint: 'Còn trống ít hơn mức này. 0: không cảnh báo.',
    unit: '%',
  },
  'alert_setting.own_error_percent': {
    label: 'Lượt gọi lỗi 5xx',
    hint: 'Tỷ lệ trên lượt gọi của một máy chủ. 0: không cảnh báo.',
    unit: '%',
  },
  DrawingEnabled: {
    label: 'Vẽ',
    hint: 'Hiện nhật ký vẽ trong menu.',
  },
  TaskEnabled: {
    label: 'Tác vụ',
    hint: 'Hiện nhật ký tác vụ nhạc và video trong menu.',
  },
  MjNotifyEnabled: {
    label: 'Cho phép callback vẽ',
    hint: 'Upstream báo thay đổi cho gateway này, rồi gateway chuyển tới địa chỉ client đã nêu. Cần địa chỉ máy chủ.',
  },
  MjAccountFilterEnabled: {
    label: 'Cho client chọn tài khoản',
    hint: 'Chuyển bộ lọc tài khoản của client tới upstream vẽ.',
  },
  MjModeClearEnabled: {
    label: 'Bỏ qua cờ tốc độ trong prompt',
    hint: 'Xóa --fast, --relax và --turbo, để chỉ kênh quyết định tốc độ.',
  },
  MjForwardUrlEnabled: {
    label: 'Phục vụ hình ảnh từ đây',
    hint: 'Liên kết hình trỏ tới gateway này thay vì upstream, nên upstream được giấu kín.',
  },
  MjActionCheckSuccessEnabled: {
    label: 'Chỉ thao tác trên hình đã vẽ xong',
    hint: 'Từ chối phóng to hoặc tạo biến thể của hình chưa vẽ thành công.',
  },
  CheckSensitiveEnabled: {
    label: 'Lọc từ nhạy cảm',
    hint: 'Công tắc chính: khi tắt, các mục bên dưới không có tác dụng.',
  },
  CheckSensitiveOnPromptEnabled: {
    label: 'Lọc prompt',
    hint: 'Prompt chứa từ trong danh sách bị từ chối trước khi gửi hay tính phí.',
  },
  CheckSensitiveOnCompletionEnabled: {
    label: 'Lọc câu trả lời',
    hint: 'Tìm từ trong danh sách ở nội dung mô hình viết, kể cả vắt qua các mảnh của luồng. Không tìm trong phiên trực tiếp và kết quả batch.',
  },
  StopOnSensitiveEnabled: {
    label: 'Dừng câu trả lời khi gặp từ trong danh sách',
    hint: 'Bật: câu trả lời kết thúc ở đó bằng lỗi, và phần văn bản đến lúc đó bị tính phí. Tắt: từ bị che và câu trả lời tiếp tục.',
  },
  SensitiveWords: {
    label: 'Từ nhạy cảm',
    hint: 'Mỗi dòng một từ. Không phân biệt hoa thường.',
  },
  DataExportEnabled: {
    label: 'Tổng quan dữ liệu',
    hint: 'Tổng hợp mức dùng theo người dùng, token, mô hình, kênh và thời gian, và hiện trang tổng quan trong menu.',
  },
  DataExportInterval: {
    label: 'Khoảng giữa hai lần cập nhật',
    hint: 'Trang tổng quan đang mở làm mới số liệu bao lâu một lần. Khoảng ngắn hơn khiến cơ sở dữ liệu làm việc nhiều hơn.',
    unit: 'phút',
  },
  DataExportDefaultTime: {
    label: 'Chế độ xem đầu tiên',
    hint: 'Trang tổng quan gộp thời gian thế nào khi mở.',
    choices: { hour: 'Theo giờ', day: 'Theo ngày', week: 'Theo tuần' },
  },
  GroupRatio: {
    label: 'Hệ số nhóm',
    hint: 'Mỗi nhóm và mức phí lượt gọi của nó: 1 là giá niêm yết, 0,8 là giảm 20%, 0 là miễn phí.',
  },
  UserUsableGroups: {
    label: 'Nhóm người dùng được chọn',
    hint: 'Người dùng có thể chọn gì cho token, mỗi nhóm kèm mô tả mà họ đọc. Nhóm của chính họ luôn có.',
  },
  GroupGroupRatio: {
    label: 'Hệ số giữa các nhóm',
    hint: 'Người dùng của một nhóm trả bao nhiêu cho lượt gọi của nhóm khác, thay cho hệ số riêng của nhóm đó.',
  },
  AutoGroups: {
    label: 'Thứ tự của “auto”',
    hint: 'Token của nhóm “auto” được phục vụ và tính phí theo nhóm đầu tiên trong số này mà chủ token được dùng và có kênh cho mô hình. Để trống: không có nhóm này.',
  },
  DefaultUseAutoGroup: {
    label: 'Token mới dùng “auto”',
    hint: 'Trừ khi người tạo chọn nhóm khác, và chỉ khi đã đặt thứ tự.',
  },
  Chats: {
    label: 'Client chat',
    hint: 'Mỗi client có tên và liên kết. {key} và {address} thành khóa của người dùng và địa chỉ máy chủ này; {cherryConfig}, {deepchatConfig} và {aionuiConfig} gồm cả hai, theo cách các chương trình này đọc. Trang web mở trong khung, liên kết khác mở chương trình.',
  },
  ChatLink: {
    label: 'Liên kết chat',
    hint: 'Một client chat để mở bên cạnh danh sách trên. Để trống nếu không có.',
  },
  ChatLink2: {
    label: 'Liên kết chat thứ hai',
    hint: 'Một liên kết khác, mở với khóa của người dùng trong cài đặt.',
  },
  ModelPrice: {
    label: 'Giá mỗi lượt gọi',
    hint: 'Đô la Mỹ mỗi lượt gọi. Mô hình nêu ở đây tính theo lượt gọi, bất kể hệ số của nó.',
  },
  ModelRatio: {
    label: 'Hệ số mô hình',
    hint: 'Giá đầu vào: 1 là 2 đô la Mỹ mỗi triệu token. Mô hình không nêu ở đây có giá của bảng giá có sẵn.',
  },
  CompletionRatio: {
    label: 'Hệ số đầu ra',
    hint: 'Giá một token trả lời, theo bội số của giá đầu vào.',
  },
  CacheRatio: {
    label: 'Hệ số cache',
    hint: 'Giá một token đọc từ cache, theo tỷ lệ của giá đầu vào: 0,1 là một phần mười.',
  },
  ModelPrices: {
    label: 'Giá dạng tài liệu',
    hint: 'Theo mô hình, bằng đô la Mỹ: những gì hệ số không diễn đạt được, như bậc giá, hình ảnh theo kích thước hay khung giờ. Bốn tùy chọn trên được ưu tiên khi chúng nêu tên mô hình.',
  },
  ModelMetadata: {
    label: 'Về các mô hình',
    hint: 'Theo mô hình: các tên khác (`aliases`) dùng để gọi nó, `description`, `maker`, và `abilities` như vision. Những gì một mục bỏ trống thì theo danh sách có sẵn. Bí danh tốn bằng mô hình của nó; khi một kênh liệt kê tên đó là mô hình, nó là mô hình ấy.',
  },
  'price_list_setting.every_hours': {
    label: 'Đọc bảng giá mỗi',
    hint: 'Các bảng giá ở trang Mô hình & giá. 0: chỉ đọc thủ công.',
    unit: 'giờ',
  },
} satisfies Incomplete<WordsOfTab<'operation'>>
