import type { Language } from './constants.ts'
import { fillIn } from './fill-in.ts'
import { type Reason, reasonMessage } from './reasons.ts'

interface ErrorEntry extends Record<Language, string> {
  /** HTTP status. Business failures are 200 with `success: false`, as the console of this family expects. */
  status: number
}

const entry = (status: number, zh: string, en: string, ru: string): ErrorEntry => ({ status, zh, en, ru })

/** Every failure a console call may answer: stable code, HTTP status, one sentence in each language. `{name}` is filled in. */
export const errors = {
  // ── the door
  session_missing: entry(
    401,
    '未登录或登录已过期，请重新登录',
    'Not signed in or the session has expired, please sign in again',
    'Вход не выполнен или сессия истекла, войдите снова',
  ),
  user_header_missing: entry(
    401,
    '缺少 New-Api-User 请求头，请提供您的用户 ID',
    'The New-Api-User header is missing; send your own user id',
    'Нет заголовка New-Api-User; передайте идентификатор своего пользователя',
  ),
  user_header_mismatch: entry(
    401,
    'New-Api-User 与登录用户不一致，请重新登录',
    'The New-Api-User header does not match the signed-in user, please sign in again',
    'Заголовок New-Api-User не совпадает с вошедшим пользователем, войдите снова',
  ),
  access_token_invalid: entry(
    401,
    '系统访问令牌无效',
    'The system access token is invalid',
    'Системный токен доступа недействителен',
  ),
  user_banned: entry(
    401,
    '该用户已被封禁，请联系管理员',
    'This user is banned, contact the administrator',
    'Пользователь заблокирован, обратитесь к администратору',
  ),
  role_too_low: entry(403, '权限不足', 'Your role does not allow this', 'Недостаточно прав'),
  demo_site: entry(
    405,
    '本站仅供演示，无法修改',
    'This site is for demo only, nothing can be changed',
    'Это демонстрационный сайт, изменения невозможны',
  ),
  route_unknown: entry(
    404,
    '接口 {method} {path} 不存在',
    'There is no call {method} {path}',
    'Вызов {method} {path} не существует',
  ),
  body_too_large: entry(
    413,
    '请求体过大，上限为 {limit}',
    'The request body is larger than {limit}',
    'Тело запроса больше {limit}',
  ),
  body_too_slow: entry(
    408,
    '请求体传输过慢，请检查网络后重试',
    'The request body arrives too slowly; check the connection and send it again',
    'Тело запроса приходит слишком медленно; проверьте соединение и отправьте его снова',
  ),
  too_many_requests: entry(
    429,
    '请求过于频繁，请稍后再试',
    'Too many requests, please try again later',
    'Слишком много запросов, попробуйте позже',
  ),
  internal: entry(
    500,
    '服务器内部错误，请联系管理员（请求 {requestId}）',
    'Internal server error, contact the administrator (request {requestId})',
    'Внутренняя ошибка сервера, обратитесь к администратору (запрос {requestId})',
  ),
  database_unavailable: entry(
    503,
    '暂时无法访问数据库，请稍后再试',
    'The database cannot be reached or written to at the moment, please try again later',
    'База данных сейчас недоступна или закрыта для записи, попробуйте позже',
  ),
  setup_missing: entry(
    200,
    '系统尚未初始化，请先完成初始化',
    'The system is not set up yet, finish the set-up first',
    'Система ещё не настроена, сначала завершите настройку',
  ),

  // ── input
  input_invalid: entry(
    200,
    '参数无效：{field} {reason}',
    'Invalid parameter: {field} – {reason}',
    'Неверный параметр: {field} – {reason}',
  ),
  body_not_json: entry(
    200,
    '请求体不是合法的 JSON',
    'The request body is not valid JSON',
    'Тело запроса не является корректным JSON',
  ),
  content_type_not_json: entry(
    415,
    '请以 application/json 发送请求体',
    'Send the request body as application/json',
    'Отправьте тело запроса как application/json',
  ),

  // ── set-up
  setup_done: entry(200, '系统已经初始化完成', 'The system is already set up', 'Система уже настроена'),
  setup_username_empty: entry(200, '请输入管理员用户名', 'Please enter admin username', 'Введите имя администратора'),
  setup_password_short: entry(
    200,
    '密码长度至少为 8 个字符',
    'Password must be at least 8 characters',
    'Пароль должен содержать не менее 8 символов',
  ),
  setup_password_mismatch: entry(
    200,
    '两次输入的密码不一致',
    'The two passwords entered do not match',
    'Введённые пароли не совпадают',
  ),

  // ── sign-in
  login_fields_empty: entry(
    200,
    '请输入用户名和密码',
    'Please enter username and password',
    'Введите имя пользователя и пароль',
  ),
  login_failed: entry(
    200,
    '用户名或密码错误，或用户已被封禁',
    'Wrong username or password, or the user is banned',
    'Неверное имя или пароль, либо пользователь заблокирован',
  ),
  password_login_disabled: entry(200, '管理员关闭了密码登录', 'Password login is disabled', 'Вход по паролю отключён'),

  // ── users
  username_taken: entry(200, '用户名已存在', 'This username is already taken', 'Это имя пользователя уже занято'),
  username_too_long: entry(
    200,
    '用户名最多 {limit} 个字符',
    'The username may have at most {limit} characters',
    'Имя пользователя может содержать не более {limit} символов',
  ),
  user_not_found: entry(200, '用户不存在', 'There is no such user', 'Пользователь не найден'),
  user_role_not_below: entry(
    200,
    '无权操作同级或更高级别的用户',
    'You may not act on users of the same or a higher level',
    'Нельзя управлять пользователями того же или более высокого уровня',
  ),
  user_quota_too_low: entry(
    200,
    '用户余额不足，无法扣减',
    'The user has less than that',
    'У пользователя меньше этой суммы',
  ),
  webhook_url_required: entry(200, '请填写 Webhook 地址', 'Please enter a webhook address', 'Укажите адрес вебхука'),
  webhook_url_not_https: entry(
    200,
    'Webhook 地址必须以 https:// 开头',
    'The webhook address must start with https://',
    'Адрес вебхука должен начинаться с https://',
  ),
  webhook_url_not_public: entry(
    200,
    'Webhook 地址不能指向内部网络',
    'The webhook address must not lead into a private network',
    'Адрес вебхука не должен вести во внутреннюю сеть',
  ),
  notification_email_invalid: entry(
    200,
    '通知邮箱格式不正确',
    'The notification e-mail address is invalid',
    'Неверный адрес почты для уведомлений',
  ),

  // ── redemption codes
  redemption_required: entry(200, '请输入兑换码！', 'Please enter a redemption code!', 'Введите код пополнения!'),
  redemption_malformed: entry(
    200,
    '兑换码应为 32 位字母和数字，请检查是否输入完整',
    'A redemption code has 32 letters and digits, check whether it was typed in full',
    'Код пополнения состоит из 32 букв и цифр, проверьте, что он введён полностью',
  ),
  redemption_unknown: entry(200, '无效的兑换码', 'There is no such redemption code', 'Такого кода пополнения нет'),
  redemption_disabled: entry(
    200,
    '该兑换码已被禁用',
    'This redemption code is disabled',
    'Этот код пополнения отключён',
  ),
  redemption_used: entry(
    200,
    '该兑换码已被使用',
    'This redemption code has already been used',
    'Этот код пополнения уже использован',
  ),
  redemption_not_found: entry(200, '兑换码不存在', 'There is no such redemption code', 'Код пополнения не найден'),
  redemption_used_is_final: entry(
    200,
    '已使用的兑换码不能修改',
    'A used redemption code cannot be changed',
    'Использованный код пополнения нельзя изменить',
  ),
  redemption_name_required: entry(200, '请输入名称', 'Please enter a name', 'Введите название'),

  // ── wallet
  topup_disabled: entry(
    200,
    '管理员未开启在线充值！',
    'The administrator has not enabled online top-up!',
    'Администратор не включил онлайн-пополнение!',
  ),
  server_address_missing: entry(
    200,
    '管理员尚未设置服务器地址，无法在线充值，请联系管理员',
    'The administrator has not set the server’s address, which online top-up needs; tell the administrator',
    'Администратор не указал адрес сервера, без которого онлайн-пополнение невозможно; сообщите администратору',
  ),
  topup_too_small: entry(
    200,
    '充值数量不能小于{min}',
    'The top-up amount must be at least {min}',
    'Сумма пополнения должна быть не меньше {min}',
  ),
  topup_too_large: entry(
    200,
    '充值数量不能大于{max}',
    'The top-up amount must be at most {max}',
    'Сумма пополнения должна быть не больше {max}',
  ),
  topup_costs_nothing: entry(
    200,
    '充值金额过低',
    'The amount to pay is less than a cent',
    'Сумма к оплате меньше одной копейки',
  ),
  transfer_too_small: entry(
    200,
    '划转金额最低为 {min}',
    'The transfer amount minimum is {min}',
    'Минимальная сумма перевода: {min}',
  ),
  transfer_too_large: entry(
    200,
    '邀请收益不足，可划转 {available}',
    'Only {available} of earnings can be transferred',
    'Доступно для перевода: {available}',
  ),

  // ── options
  option_unknown: entry(200, '选项 {key} 不存在', 'There is no option {key}', 'Параметр {key} не существует'),
  option_invalid: entry(
    200,
    '选项 {key} 的值无效：{reason}',
    'The value of option {key} is refused: {reason}',
    'Значение параметра {key} отклонено: {reason}',
  ),
  option_needs: entry(
    200,
    '请先填写 {needs}，再启用 {key}',
    'Fill in {needs} before enabling {key}',
    'Сначала заполните {needs}, затем включите {key}',
  ),
  option_in_use: entry(
    200,
    '{by} 已启用，不能清空 {key}',
    '{key} cannot be cleared while {by} is enabled',
    'Нельзя очистить {key}, пока включён {by}',
  ),

  // ── channels
  channel_not_found: entry(
    200,
    '渠道未找到，请刷新页面后重试。',
    'There is no such channel, refresh the page and try again.',
    'Канал не найден, обновите страницу и попробуйте снова.',
  ),
  channel_name_and_key_required: entry(
    200,
    '请填写渠道名称和渠道密钥！',
    'Please fill in the channel name and key!',
    'Укажите название и ключ канала!',
  ),
  channel_one_key: entry(
    200,
    '一个渠道只能有一个密钥',
    'One channel has one key',
    'У канала может быть только один ключ',
  ),
  channel_models_required: entry(
    200,
    '请至少选择一个模型！',
    'Please choose at least one model!',
    'Выберите хотя бы одну модель!',
  ),
  channel_model_name_too_long: entry(
    200,
    '模型名称最多 {limit} 个字符：{model}',
    'A model name may have at most {limit} characters: {model}',
    'Название модели может содержать не более {limit} символов: {model}',
  ),
  channel_model_mapping_invalid: entry(
    200,
    '模型映射必须是合法的 JSON 格式！',
    'The model mapping must be valid JSON!',
    'Сопоставление моделей должно быть корректным JSON!',
  ),
  channel_model_mapping_cycle: entry(
    200,
    '模型映射存在循环：{model}',
    'The model mapping runs in a circle at {model}',
    'Сопоставление моделей зациклено на {model}',
  ),
  channel_setting_invalid: entry(
    200,
    '渠道额外设置无效：{member}',
    'The channel’s extra settings are invalid at {member}',
    'Недопустимые дополнительные настройки канала: {member}',
  ),
  channel_status_code_mapping_invalid: entry(
    200,
    '状态码映射无效，请填写如 {"429": "500"} 的 JSON',
    'The status code mapping is invalid; write JSON such as {"429": "500"}',
    'Неверное сопоставление кодов состояния; укажите JSON, например {"429": "500"}',
  ),
  channel_type_unknown: entry(
    200,
    '未知的渠道类型 {type}',
    'There is no channel type {type}',
    'Неизвестный тип канала {type}',
  ),
  channel_base_url_required: entry(
    200,
    '该渠道类型必须填写 API 地址',
    'This channel type needs an API address',
    'Для этого типа канала нужен адрес API',
  ),
  channel_base_url_invalid: entry(
    200,
    'API 地址无效，请填写以 http:// 或 https:// 开头的地址',
    'The API address is invalid; it must start with http:// or https://',
    'Неверный адрес API; он должен начинаться с http:// или https://',
  ),

  // ── tokens
  token_not_found: entry(200, '令牌不存在', 'There is no such token', 'Токен не найден'),
  token_limit_reached: entry(
    200,
    '令牌数量已达上限 {limit}',
    'You may have at most {limit} tokens',
    'Можно иметь не более {limit} токенов',
  ),
  token_name_required: entry(200, '请输入令牌名称', 'Please enter a token name', 'Введите название токена'),
  token_name_too_long: entry(
    200,
    '令牌名称过长，最多 {limit} 个字符',
    'The token name may have at most {limit} characters',
    'Название токена может содержать не более {limit} символов',
  ),
  token_ip_invalid: entry(
    200,
    '“{ip}” 不是合法的 IP 地址或 CIDR 网段',
    '“{ip}” is neither an IP address nor a CIDR range',
    '«{ip}» не является IP-адресом или диапазоном CIDR',
  ),
  token_group_not_usable: entry(
    200,
    '您无权使用分组 {group}',
    'You may not use the group {group}',
    'Группа {group} вам недоступна',
  ),
  token_expired_cannot_enable: entry(
    200,
    '令牌已过期，无法启用，请先修改过期时间，或设置为永不过期',
    'The token has expired; change its expiry before enabling it',
    'Срок действия токена истёк; измените срок перед включением',
  ),
  token_exhausted_cannot_enable: entry(
    200,
    '令牌额度已用尽，无法启用，请先增加额度，或设置为无限额度',
    'The token’s quota is used up; raise it before enabling the token',
    'Квота токена исчерпана; увеличьте её перед включением',
  ),
} satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errors
export type ErrorParameters = Record<string, string | number | Reason>

/** The sentence of a code in a language, its `{names}` filled in, reasons in the same language. */
export function errorMessage(code: ErrorCode, language: Language, parameters: ErrorParameters = {}): string {
  const spoken = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'object' ? reasonMessage(value, language) : value,
  ])
  return fillIn(errors[code][language], Object.fromEntries(spoken))
}
