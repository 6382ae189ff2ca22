import type { Language } from '@tollgate/contract'
import { mayPass } from '../storage/passing-errors.ts'

interface RefusalEntry extends Record<Language, string> {
  status: number
  /** The OpenAI error type; other dialects derive theirs from the status. */
  type:
    | 'invalid_request_error'
    | 'authentication_error'
    | 'permission_error'
    | 'insufficient_quota'
    | 'rate_limit_error'
    | 'api_error'
}

const entry = (status: number, type: RefusalEntry['type'], zh: string, en: string, ru: string): RefusalEntry => ({
  status,
  type,
  zh,
  en,
  ru,
})

/** Why a relayed call did not get its answer: stable code, HTTP status, one sentence in each language. `{name}` is filled in. */
const refusals = {
  // ── the caller
  token_missing: entry(
    401,
    'authentication_error',
    '未提供令牌，请在 Authorization 或 x-api-key 请求头中携带',
    'No access token was given; send it in the Authorization or x-api-key header',
    'Токен не передан; укажите его в заголовке Authorization или x-api-key',
  ),
  token_invalid: entry(
    401,
    'authentication_error',
    '无效的令牌',
    'The access token is invalid',
    'Токен недействителен',
  ),
  token_disabled: entry(
    401,
    'authentication_error',
    '该令牌已被禁用',
    'The access token is disabled',
    'Токен отключён',
  ),
  token_expired: entry(
    401,
    'authentication_error',
    '该令牌已过期',
    'The access token has expired',
    'Срок действия токена истёк',
  ),
  token_exhausted: entry(
    401,
    'authentication_error',
    '该令牌额度已用尽',
    'The access token’s quota is used up',
    'Квота токена исчерпана',
  ),
  user_banned: entry(403, 'permission_error', '用户已被封禁', 'The user is banned', 'Пользователь заблокирован'),
  ip_not_allowed: entry(
    403,
    'permission_error',
    '您的 IP 不在令牌允许访问的列表中',
    'Your IP address is not on the token’s list',
    'Ваш IP-адрес не входит в список токена',
  ),
  group_not_usable: entry(
    403,
    'permission_error',
    '无权使用分组 {group}',
    'The group {group} may not be used with this token',
    'Группа {group} недоступна для этого токена',
  ),
  model_not_allowed: entry(
    403,
    'permission_error',
    '该令牌无权使用模型 {model}',
    'This token may not use the model {model}',
    'Токену недоступна модель {model}',
  ),
  channel_choice_not_allowed: entry(
    403,
    'permission_error',
    '普通用户不支持指定渠道',
    'Only administrators may choose a channel',
    'Выбирать канал могут только администраторы',
  ),
  channel_choice_unknown: entry(
    400,
    'invalid_request_error',
    '无效的渠道 ID：{channel}',
    'There is no enabled channel {channel}',
    'Нет включённого канала {channel}',
  ),

  // ── the request
  body_too_large: entry(
    413,
    'invalid_request_error',
    '请求体过大，上限为 {limit}',
    'The request body is larger than {limit}',
    'Тело запроса больше {limit}',
  ),
  body_not_form: entry(
    400,
    'invalid_request_error',
    '请求体不是有效的 multipart/form-data 表单：{reason}',
    'The request body is not a valid multipart/form-data form: {reason}',
    'Тело запроса — не корректная форма multipart/form-data: {reason}',
  ),
  body_encoding_unknown: entry(
    415,
    'invalid_request_error',
    '不支持的 Content-Encoding：{encoding}，请使用 gzip、br 或不压缩',
    'Content-Encoding {encoding} is not supported; send gzip, br or none',
    'Content-Encoding {encoding} не поддерживается; используйте gzip, br или без сжатия',
  ),
  body_not_decodable: entry(
    400,
    'invalid_request_error',
    '请求体无法按 {encoding} 解码',
    'The request body is not valid {encoding}',
    'Тело запроса не является корректным {encoding}',
  ),
  body_not_json: entry(
    400,
    'invalid_request_error',
    '请求体不是合法的 JSON 对象：{reason}',
    'The request body is not a valid JSON object: {reason}',
    'Тело запроса не является корректным объектом JSON: {reason}',
  ),
  model_missing: entry(
    400,
    'invalid_request_error',
    '未指定模型，请填写 model 字段',
    'No model is named; fill in the field model',
    'Модель не указана; заполните поле model',
  ),
  api_not_implemented: entry(
    501,
    'invalid_request_error',
    '该接口尚未实现',
    'API not implemented',
    'API не реализован',
  ),
  route_unknown: entry(
    404,
    'invalid_request_error',
    '无效的 URL（{method} {path}）',
    'Invalid URL ({method} {path})',
    'Неверный URL ({method} {path})',
  ),
  method_not_allowed: entry(
    405,
    'invalid_request_error',
    '该接口不支持 {method} 方法',
    'This endpoint does not take {method}',
    'Эта точка не принимает {method}',
  ),
  model_unknown: entry(
    404,
    'invalid_request_error',
    '模型 {model} 不存在或您无权访问',
    'The model {model} does not exist or you may not use it',
    'Модель {model} не существует или недоступна вам',
  ),
  upgrade_required: entry(
    426,
    'invalid_request_error',
    '该接口仅支持 WebSocket 连接',
    'This endpoint takes WebSocket connections only',
    'Эта точка принимает только соединения WebSocket',
  ),
  session_keeps_model: entry(
    400,
    'invalid_request_error',
    '会话的模型 {model} 不可更改',
    'The session keeps its model {model}; open another for another model',
    'Модель сеанса {model} не меняется; откройте другой сеанс',
  ),
  client_too_slow: entry(
    408,
    'invalid_request_error',
    '客户端读取过慢，会话已结束',
    'The client reads too slowly; the session is over',
    'Клиент читает слишком медленно; сеанс завершён',
  ),

  ask_not_understood: entry(
    400,
    'invalid_request_error',
    '请求无效：{reason}',
    'The request is invalid: {reason}',
    'Неверный запрос: {reason}',
  ),
  ask_refused: entry(
    400,
    'invalid_request_error',
    '该请求无法转换为上游的格式：{reason}',
    'The request cannot be put into the upstream’s format: {reason}',
    'Запрос нельзя перевести в формат вышестоящего сервера: {reason}',
  ),

  media_unreachable: entry(
    400,
    'invalid_request_error',
    '无法获取请求中的 {part}：其地址没有响应，或不在公共互联网上',
    'The {part} of the request could not be fetched: its address does not answer, or is not on the public internet',
    'Не удалось загрузить {part} из запроса: адрес не отвечает или находится вне общедоступного интернета',
  ),
  media_not_given: entry(
    400,
    'invalid_request_error',
    '无法获取请求中的 {part}：其地址返回状态码 {status}',
    'The {part} of the request could not be fetched: its address answered {status}',
    'Не удалось загрузить {part} из запроса: адрес ответил кодом {status}',
  ),
  media_too_large: entry(
    400,
    'invalid_request_error',
    '请求中的 {part} 超过 {limit}，或所有文件之和过大',
    'The {part} of the request is larger than {limit}, or too large together with the others',
    '{part} из запроса больше {limit} или слишком велик вместе с остальными',
  ),
  media_wrong_type: entry(
    400,
    'invalid_request_error',
    '请求中的 {part} 的地址返回的内容不是 {kind}',
    'What the address of the {part} of the request answered with is no {kind}',
    'По адресу {part} из запроса находится не {kind}',
  ),
  media_too_many: entry(
    400,
    'invalid_request_error',
    '请求中以地址给出的文件超过 {limit} 个；请改为直接发送数据',
    'The request names more than {limit} files by address; send their data instead',
    'В запросе больше {limit} файлов, заданных адресом; отправьте их данные',
  ),

  sensitive_words_detected: entry(
    400,
    'invalid_request_error',
    '请求内容包含敏感词，请修改后重试',
    'The request contains words that are not allowed here; change them and try again',
    'Запрос содержит недопустимые слова; измените его и повторите попытку',
  ),
  too_many_calls: entry(
    429,
    'rate_limit_error',
    '您已达到请求数限制：{minutes} 分钟内最多 {limit} 次，请在 {seconds} 秒后重试',
    'You have reached the limit of {limit} requests in {minutes} min; try again in {seconds} s',
    'Достигнут предел: {limit} запросов за {minutes} мин; повторите через {seconds} с',
  ),

  // ── money
  user_quota_insufficient: entry(
    403,
    'insufficient_quota',
    '用户额度不足，需要预留 {amount}，请充值',
    'Your balance is too low for this call ({amount} is set aside first); top it up',
    'Недостаточно средств ({amount} резервируется заранее); пополните баланс',
  ),
  token_quota_insufficient: entry(
    403,
    'insufficient_quota',
    '令牌额度不足，需要预留 {amount}，请提高令牌额度',
    'The token’s quota is too low for this call ({amount} is set aside first); raise it',
    'Недостаточно квоты токена ({amount} резервируется заранее); увеличьте её',
  ),
  quota_used_up: entry(
    403,
    'insufficient_quota',
    '额度已用尽，会话已结束，请充值',
    'The quota is used up; the session is over',
    'Квота исчерпана; сеанс завершён',
  ),
  model_price_missing: entry(
    400,
    'invalid_request_error',
    '模型 {model} 未配置价格，请联系管理员设置，或在个人设置中接受未定价模型',
    'The model {model} has no price; ask the administrator to set one, or accept unpriced models in your settings',
    'Для модели {model} не задана цена; обратитесь к администратору или разрешите модели без цены в настройках',
  ),

  // ── the upstreams
  no_channel: entry(
    503,
    'api_error',
    '分组 {group} 下模型 {model} 无可用渠道',
    'No channel is available for the model {model} in the group {group}',
    'Нет доступного канала для модели {model} в группе {group}',
  ),
  model_mapping_cycle: entry(
    500,
    'api_error',
    '渠道的模型映射存在循环，请联系管理员',
    'The channel’s model mapping runs in a circle; tell the administrator',
    'Сопоставление моделей канала зациклено; сообщите администратору',
  ),
  upstream_credentials: entry(
    502,
    'api_error',
    '渠道的凭据无效或无法换取访问令牌，请联系管理员',
    'The channel’s credentials could not be exchanged for access; tell the administrator',
    'Учётные данные канала не удалось обменять на доступ; сообщите администратору',
  ),
  upstream_unreachable: entry(
    502,
    'api_error',
    '请求上游失败',
    'The upstream could not be reached',
    'Не удалось связаться с вышестоящим сервером',
  ),
  proxy_unreachable: entry(
    502,
    'api_error',
    '无法连接渠道的代理，请联系管理员',
    'The channel’s proxy could not be reached; tell the administrator',
    'Не удалось связаться с прокси канала; сообщите администратору',
  ),
  proxy_refused: entry(
    502,
    'api_error',
    '渠道的代理拒绝了请求，请联系管理员检查其账号和密码',
    'The channel’s proxy did not let the call through; ask the administrator to check its user and password',
    'Прокси канала не пропустил запрос; попросите администратора проверить имя и пароль',
  ),
  certificate_not_trusted: entry(
    502,
    'api_error',
    '上游或其代理的证书不受信任，请联系管理员',
    'The certificate of the upstream, or of the proxy before it, is not trusted; tell the administrator',
    'Сертификат вышестоящего сервера или прокси перед ним не является доверенным; сообщите администратору',
  ),
  upstream_connect_timeout: entry(
    504,
    'api_error',
    '连接上游超时（{seconds} 秒）',
    'The upstream did not accept a connection within {seconds} s',
    'Вышестоящий сервер не принял соединение за {seconds} с',
  ),
  upstream_first_byte_timeout: entry(
    504,
    'api_error',
    '上游在 {seconds} 秒内没有响应',
    'The upstream did not begin to answer within {seconds} s',
    'Вышестоящий сервер не начал отвечать за {seconds} с',
  ),
  upstream_silent: entry(
    504,
    'api_error',
    '上游超过 {seconds} 秒没有发送数据，连接已中断',
    'The upstream fell silent for {seconds} s; the answer was cut off',
    'Вышестоящий сервер молчал {seconds} с; ответ прерван',
  ),
  upstream_broke_off: entry(
    502,
    'api_error',
    '上游中断了回答',
    'The upstream broke off its answer',
    'Вышестоящий сервер оборвал ответ',
  ),
  upstream_too_slow: entry(
    504,
    'api_error',
    '上游接收过慢，会话已结束',
    'The upstream takes too little of what is sent; the session is over',
    'Вышестоящий сервер принимает слишком медленно; сеанс завершён',
  ),
  upstream_empty: entry(
    502,
    'api_error',
    '上游返回了空的回答',
    'The upstream’s answer was empty',
    'Вышестоящий сервер вернул пустой ответ',
  ),
  upstream_not_readable: entry(
    502,
    'api_error',
    '上游返回了无法识别的内容',
    'The upstream’s answer could not be read',
    'Ответ вышестоящего сервера не удалось прочитать',
  ),
  upstream_too_large: entry(
    502,
    'api_error',
    '上游的回答超过 {limit}',
    'The upstream’s answer is larger than {limit}',
    'Ответ вышестоящего сервера больше {limit}',
  ),
  client_gone: entry(
    499,
    'api_error',
    '客户端在收到回答前断开了连接',
    'The client left before its answer began',
    'Клиент отключился до начала ответа',
  ),
  internal: entry(
    500,
    'api_error',
    '网关内部错误，请联系管理员',
    'Internal gateway error, contact the administrator',
    'Внутренняя ошибка шлюза, обратитесь к администратору',
  ),
  database_unavailable: entry(
    503,
    'api_error',
    '网关暂时无法访问数据库，请稍后重试',
    'The gateway cannot reach its database at the moment; try again shortly',
    'База данных шлюза сейчас недоступна; повторите попытку позже',
  ),
  shutting_down: entry(
    503,
    'api_error',
    '网关正在重启，请稍后重试',
    'The gateway is restarting; try again shortly',
    'Шлюз перезапускается; повторите попытку позже',
  ),
} satisfies Record<string, RefusalEntry>

export type RefusalCode = keyof typeof refusals

/** A call that is not answered, and why. Thrown where it is known, written in the client's dialect in one place. */
export class Refusal extends Error {
  override name = 'Refusal'

  constructor(
    readonly code: RefusalCode,
    readonly parameters: Record<string, string | number> = {},
    /** When to try again, where that is known. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(code)
  }

  get status(): number {
    return refusals[this.code].status
  }

  get type(): string {
    return refusals[this.code].type
  }

  sentence(language: Language): string {
    const { parameters } = this
    return refusals[this.code][language].replace(/\{(\w+)\}/g, (whole, name: string) =>
      String(parameters[name] ?? whole),
    )
  }
}

export const refuse = (
  code: RefusalCode,
  parameters?: Record<string, string | number>,
  retryAfterSeconds?: number,
): Refusal => new Refusal(code, parameters, retryAfterSeconds)

const DATABASE_RETRY_SECONDS = 5

/** What a client is told of whatever went wrong; without the reason, where it is not the client's to know. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  return mayPass(error) ? refuse('database_unavailable', {}, DATABASE_RETRY_SECONDS) : refuse('internal')
}
