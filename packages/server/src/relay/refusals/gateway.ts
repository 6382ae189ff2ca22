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
  shutting_down: entry(
    503,
    'api_error',
    '网关正在重启，请稍后重试',
    'The gateway is restarting; try again shortly',
    'Шлюз перезапускается; повторите попытку позже',
  ),
} satisfies Record<string, RefusalEntry>
