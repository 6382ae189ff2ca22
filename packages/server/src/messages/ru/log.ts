import type { LogSentences } from '../sentences.ts'

export const log: LogSentences = {
  registered: '{quota} за регистрацию',
  invited: '{quota} за использование кода приглашения от {inviter}',
  invite_earned: 'Получено {quota} за приглашение {guest}',
  earnings_transferred: 'Доход от приглашений {quota} переведён на баланс',
  redemptions_made: '{actor}: создано кодов пополнения: {count}, каждый на {quota}',
  redeemed: 'Использован код пополнения {id} на {quota}',
  balance_changed: '{actor}: баланс изменён с {before} на {after}',
  topped_up: 'Пополнено онлайн на {quota} за {money}, заказ {order}',
  payment_by_other_method: 'Платёж по заказу {order} отклонён: оплачено через {paid}, а не через {expected}',
  payment_of_other_amount: 'Платёж по заказу {order} отклонён: оплачено {paid}, а не {expected}',
  payment_of_nothing: 'Платёж по заказу {order} отклонён: ничего не оплачено, а следовало {expected}',
  key_revealed: '{actor}: просмотрен ключ канала {id} ({name})',
  server_stopped: 'Сервер остановился во время этого запроса. Зарезервированная квота {amount} возвращена.',
}
