import type { Phrases } from '../language-pack.ts'

export const identities: Phrases['identities'] = {
  or: 'или',
  continueWith: 'Продолжить с {{name}}',
  processing: 'Обработка…',
  failedGoing: 'Операция не удалась, переход на страницу входа',
  bound: 'Привязка выполнена!',
  wechat: 'WeChat',
  email: 'Почта',
  wechatTitle: 'Вход через WeChat',
  wechatBind: 'Привязка WeChat',
  wechatHint:
    'Отсканируйте QR-код в WeChat, подпишитесь на аккаунт и запросите у него код подтверждения. Код действует три минуты.',
  qr: 'QR-код аккаунта WeChat',
  code: 'Код подтверждения',
  codeNeeded: 'Введите код подтверждения',
  submit: 'Подтвердить',
  telegramTitle: 'Привязка Telegram',
  title: 'Привязанные аккаунты',
  hint: 'Через них можно входить в эту учётную запись.',
  bind: 'Привязать',
  bindName: 'Привязать {{name}}',
  change: 'Изменить',
  changeName: 'Изменить {{name}}',
  already: 'Уже привязано',
  none: 'Не привязано',
  emailTitle: 'Привязка адреса почты',
}
