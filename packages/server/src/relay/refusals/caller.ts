import { entry, type RefusalEntry } from './entry.ts'

/** Who calls, and what they may. */
export const callerRefusals = {
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
  too_many_calls: entry(
    429,
    'rate_limit_error',
    '您已达到请求数限制：{minutes} 分钟内最多 {limit} 次，请在 {seconds} 秒后重试',
    'You have reached the limit of {limit} requests in {minutes} min; try again in {seconds} s',
    'Достигнут предел: {limit} запросов за {minutes} мин; повторите через {seconds} с',
  ),
} satisfies Record<string, RefusalEntry>
