import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const system = {
  ServerAddress: {
    label: 'Địa chỉ máy chủ',
    hint: 'Gateway này được truy cập từ bên ngoài thế nào. Email, thanh toán, callback đăng nhập và liên kết chat dùng nó.',
  },
  WorkerUrl: {
    label: 'Địa chỉ worker',
    hint: 'Tải các tệp mà yêu cầu nêu bằng địa chỉ, và gửi webhook, thay cho máy chủ này: nhận POST {url, key, method, headers, body} dạng JSON và trả về phản hồi. Có thể ở địa chỉ riêng. Địa chỉ nội bộ bị từ chối trước khi gọi worker; tên miền được phân giải ở nơi worker chạy. Để trống: máy chủ này tự tải.',
  },
  WorkerValidKey: {
    label: 'Khóa worker',
    hint: 'Worker nhận ra gateway này nhờ khóa. Nó bị xóa cùng với địa chỉ.',
  },
  WorkerAllowHttpImageRequestEnabled: {
    label: 'Cho phép http thường',
    hint: 'Tắt: worker chỉ tải địa chỉ https.',
  },
  PayAddress: {
    label: 'Cổng thanh toán',
    hint: 'Địa chỉ cổng tương thích Epay. Nạp trực tuyến bật khi đã đặt địa chỉ, mã đối tác và khóa.',
  },
  EpayId: {
    label: 'Mã đối tác',
    hint: 'Số của bạn ở cổng thanh toán.',
  },
  EpayKey: {
    label: 'Khóa đối tác',
    hint: 'Ký đơn hàng và chứng minh khoản thanh toán là thật.',
  },
  Price: {
    label: 'Giá một đô la',
    hint: 'Người dùng trả bao nhiêu, bằng tiền tệ của cổng thanh toán, cho một đô la Mỹ quota.',
  },
  MinTopUp: {
    label: 'Mức nạp nhỏ nhất',
    hint: 'Người dùng không mua được ít hơn mức này mỗi lần.',
    unit: 'USD',
  },
  CustomCallbackAddress: {
    label: 'Địa chỉ callback',
    hint: 'Nơi cổng thanh toán báo khoản thanh toán, nếu không phải địa chỉ máy chủ.',
  },
  TopupGroupRatio: {
    label: 'Hệ số nạp tiền',
    hint: 'Nhóm → tỷ lệ người dùng của nhóm trả: 1 là đủ giá, 0,9 là giảm 10%. Nhóm không nêu trả đủ giá.',
  },
  TopUpBonuses: {
    label: 'Thưởng nạp',
    hint: 'Số tiền bằng đô la Mỹ → phần trăm được thêm: 100 → 10 biến 100 thành 110. Áp dụng mức cao nhất đạt được.',
  },
  StripeSecretKey: {
    label: 'Khóa bí mật',
    hint: 'Của tài khoản Stripe: sk_… hoặc rk_… Thanh toán qua Stripe bật khi cả hai khóa bí mật đã đặt.',
  },
  StripeWebhookSecret: {
    label: 'Khóa bí mật webhook',
    hint: 'whsec_… của endpoint bạn thêm ở Stripe cho máy chủ này: địa chỉ của nó nối với /api/user/stripe/notify, với các sự kiện checkout.session.completed, checkout.session.async_payment_succeeded, charge.refunded, và charge.dispute.created, updated và closed.',
  },
  StripeCurrency: {
    label: 'Tiền tệ',
    hint: 'Tiền tệ Stripe thu. Không có các tiền tệ không chia xu.',
  },
  StripePrice: {
    label: 'Giá một đô la',
    hint: 'Người dùng trả bao nhiêu, bằng tiền tệ này, cho một đô la Mỹ quota.',
  },
  StripeMinTopUp: {
    label: 'Mức nạp nhỏ nhất',
    hint: 'Người dùng không mua được ít hơn mức này mỗi lần; bản thân Stripe từ chối dưới khoảng nửa đô la.',
    unit: 'USD',
  },
  StripeApiAddress: {
    label: 'Địa chỉ API',
    hint: 'Để trống: https://api.stripe.com.',
  },
  InvoiceName: {
    label: 'Tên',
    hint: 'Tên công ty của bạn.',
  },
  InvoiceAddress: {
    label: 'Địa chỉ',
    hint: 'Đúng như cần in.',
  },
  InvoiceTaxId: {
    label: 'Mã số thuế',
    hint: 'Kèm loại, ví dụ “MST 0123456789”.',
  },
  InvoiceFooter: {
    label: 'Chân trang',
    hint: 'Bên dưới các khoản tiền: ghi chú thuế, tài khoản ngân hàng, lời cảm ơn.',
  },
  PasswordLoginEnabled: {
    label: 'Đăng nhập bằng mật khẩu',
    hint: 'Trước khi tắt, hãy chắc chắn mọi quản trị viên đăng nhập được bằng cách khác.',
  },
  PasswordRegisterEnabled: {
    label: 'Đăng ký bằng mật khẩu',
    hint: 'Tắt: người dùng mới chỉ đăng ký được qua các tài khoản bên ngoài bên dưới.',
  },
  RegisterEnabled: {
    label: 'Người dùng mới',
    hint: 'Tắt: không ai đăng ký được, cả bằng mật khẩu lẫn tài khoản bên ngoài.',
  },
  EmailVerificationEnabled: {
    label: 'Kiểm tra địa chỉ email',
    hint: 'Khi đó đăng ký bằng mật khẩu cần mã gửi qua email. Hãy thiết lập máy chủ email trước.',
  },
  GitHubOAuthEnabled: {
    label: 'Đăng nhập bằng GitHub',
    hint: 'Cũng cho người dùng liên kết tài khoản GitHub.',
  },
  LinuxDOOAuthEnabled: {
    label: 'Đăng nhập bằng LINUX DO',
    hint: 'Cũng cho người dùng liên kết tài khoản LINUX DO.',
  },
  WeChatAuthEnabled: {
    label: 'Đăng nhập bằng WeChat',
    hint: 'Người dùng quét mã QR và nhập mã mà tài khoản chính thức của bạn gửi cho họ.',
  },
  TelegramOAuthEnabled: {
    label: 'Đăng nhập bằng Telegram',
    hint: 'Cho người dùng đã liên kết tài khoản Telegram.',
  },
  'oidc.enabled': {
    label: 'Đăng nhập bằng OIDC',
    hint: 'Mọi nhà cung cấp dùng OpenID Connect, như Keycloak, Authentik hay Entra ID.',
  },
  SecondFactorForAdminsEnabled: {
    label: 'Quản trị viên phải xác thực hai bước',
    hint: 'Ai chưa có chỉ mở được trang thiết lập nó. Hãy thiết lập cho bạn trước.',
  },
  TurnstileCheckEnabled: {
    label: 'Kiểm tra người thật',
    hint: 'Cloudflare Turnstile khi đăng nhập, đăng ký và đặt lại mật khẩu.',
  },
  EmailDomainRestrictionEnabled: {
    label: 'Chỉ nhận tên miền trong danh sách',
    hint: 'Địa chỉ của tên miền khác không đăng ký được.',
  },
  EmailAliasRestrictionEnabled: {
    label: 'Từ chối bí danh',
    hint: 'Từ chối địa chỉ có “+” hoặc “.” trước @, thường là một hộp thư dưới nhiều tên.',
  },
  EmailDomainWhitelist: {
    label: 'Tên miền được nhận',
    hint: 'Nhập tên miền rồi nhấn Enter, hoặc dán nhiều tên cách nhau bằng dấu phẩy.',
  },
  SMTPServer: {
    label: 'Máy chủ email',
    hint: 'Tên máy chủ, ví dụ smtp.example.com.',
  },
  SMTPPort: {
    label: 'Cổng',
    hint: 'Thường là 587, hoặc 465 với TLS từ đầu.',
  },
  SMTPAccount: {
    label: 'Tài khoản',
    hint: 'Tên mà máy chủ email biết bạn, thường chính là địa chỉ.',
  },
  SMTPFrom: {
    label: 'Người gửi',
    hint: 'Địa chỉ gửi email đi. Để trống: tài khoản.',
  },
  SMTPToken: {
    label: 'Mật khẩu',
    hint: 'Mật khẩu của tài khoản hoặc mật khẩu ứng dụng.',
  },
  SMTPSSLEnabled: {
    label: 'TLS từ đầu',
    hint: 'Luôn bật với cổng 465. Các cổng khác chuyển sang TLS nếu máy chủ hỗ trợ.',
  },
  'oidc.well_known': {
    label: 'Địa chỉ discovery',
    hint: 'Tài liệu của nhà cung cấp, kết thúc bằng /.well-known/openid-configuration.',
  },
  'oidc.client_id': {
    label: 'Client ID',
    hint: 'ID của nhà cung cấp cho gateway này.',
  },
  'oidc.client_secret': {
    label: 'Client secret',
    hint: 'Do nhà cung cấp cấp cùng client ID.',
  },
  'oidc.authorization_endpoint': {
    label: 'Địa chỉ ủy quyền',
    hint: 'Nơi người dùng được đưa tới để đăng nhập.',
  },
  'oidc.token_endpoint': {
    label: 'Địa chỉ token',
    hint: 'Nơi gateway này đổi mã đăng nhập.',
  },
  'oidc.user_info_endpoint': {
    label: 'Địa chỉ thông tin người dùng',
    hint: 'Nơi gateway này biết ai đã đăng nhập.',
  },
  'oidc.providers': {
    label: 'Nhà cung cấp OIDC khác',
    hint: 'Danh sách nhà cung cấp; biểu mẫu của mục này sửa nó.',
  },
  'oidc.provider_secrets': {
    label: 'Client secret của chúng',
    hint: 'JSON: mỗi slug với secret của nó. Biểu mẫu của nhà cung cấp tự đặt secret.',
  },
  GitHubClientId: {
    label: 'Client ID',
    hint: 'Của ứng dụng OAuth của bạn ở GitHub. Callback là địa chỉ máy chủ nối với /oauth/github.',
  },
  GitHubClientSecret: {
    label: 'Client secret',
    hint: 'Do GitHub cấp cho ứng dụng đó.',
  },
  GitHubServerAddress: {
    label: 'Địa chỉ GitHub',
    hint: 'Địa chỉ máy chủ GitHub Enterprise của bạn. Để trống: github.com.',
  },
  GitHubApiAddress: {
    label: 'Địa chỉ API GitHub',
    hint: 'Trên máy chủ GitHub Enterprise, nó kết thúc bằng /api/v3. Để trống: api.github.com.',
  },
  LinuxDOClientId: {
    label: 'Client ID',
    hint: 'Của ứng dụng của bạn ở connect.linux.do. Callback là địa chỉ máy chủ nối với /oauth/linuxdo.',
  },
  LinuxDOClientSecret: {
    label: 'Client secret',
    hint: 'Cấp cho ứng dụng đó.',
  },
  LinuxDOServerAddress: {
    label: 'Địa chỉ LINUX DO',
    hint: 'Để trống: connect.linux.do.',
  },
  WeChatServerAddress: {
    label: 'Máy chủ WeChat',
    hint: 'Địa chỉ máy chủ trả lời thay tài khoản chính thức của bạn.',
  },
  WeChatServerToken: {
    label: 'Access token',
    hint: 'Máy chủ đó nhận ra gateway này nhờ nó.',
  },
  WeChatAccountQRCodeImageURL: {
    label: 'Hình mã QR',
    hint: 'Địa chỉ của hình mà người dùng quét để theo dõi tài khoản chính thức.',
  },
  TelegramBotToken: {
    label: 'Token của bot',
    hint: 'Từ @BotFather. Nó chứng minh lượt đăng nhập thật sự đến từ Telegram.',
  },
  TelegramBotName: {
    label: 'Tên bot',
    hint: 'Không có @. Tên miền của nó ở @BotFather phải là tên miền của trang này.',
  },
  TurnstileSiteKey: {
    label: 'Site key',
    hint: 'Công khai: trình duyệt của mọi khách đều thấy.',
  },
  TurnstileSecretKey: {
    label: 'Secret key',
    hint: 'Gateway này dùng nó để hỏi Cloudflare xem lượt kiểm tra có đạt không.',
  },
  TurnstileVerifyUrl: {
    label: 'Địa chỉ kiểm tra',
    hint: 'Để trống thì dùng của Cloudflare. Hãy đặt nếu dùng dịch vụ tương thích.',
  },
} satisfies Incomplete<WordsOfTab<'system'>>
