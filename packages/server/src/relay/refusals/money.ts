import { entry, type RefusalEntry } from './entry.ts'

/** What it costs. */
export const moneyRefusals = {
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
  balance_empty: entry(
    403,
    'insufficient_quota',
    '用户额度不足，请充值',
    'Your balance is used up; top it up',
    'Баланс исчерпан; пополните его',
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
} satisfies Record<string, RefusalEntry>
