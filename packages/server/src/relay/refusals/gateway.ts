import { entry, type RefusalEntry } from './entry.ts'

/** The gateway itself, and clients that do not wait for it. */
export const gatewayRefusals = {
  client_too_slow: entry(
    408,
    'invalid_request_error',
    '客户端读取过慢，会话已结束',
    'The client reads too slowly; the session is over',
    'Клиент читает слишком медленно; сеанс завершён',
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
  user_memory_used_up: entry(
    429,
    'rate_limit_error',
    '您进行中的请求占用内存过多，请等待其完成后重试',
    'Your requests under way take too much memory; wait for them to end and try again',
    'Ваши текущие запросы занимают слишком много памяти; дождитесь их завершения и повторите',
  ),
  memory_used_up: entry(
    503,
    'api_error',
    '网关内存已用满，请稍后重试',
    'The gateway’s memory for calls is used up; try again shortly',
    'Память шлюза для вызовов исчерпана; повторите попытку позже',
  ),
  gateway_busy: entry(
    503,
    'api_error',
    '网关同时处理的请求已达上限，请稍后重试',
    'The gateway has as many calls under way as it can take; try again shortly',
    'Шлюз обрабатывает предельное число вызовов; повторите попытку позже',
  ),
  shutting_down: entry(
    503,
    'api_error',
    '网关正在重启，请稍后重试',
    'The gateway is restarting; try again shortly',
    'Шлюз перезапускается; повторите попытку позже',
  ),
} satisfies Record<string, RefusalEntry>
