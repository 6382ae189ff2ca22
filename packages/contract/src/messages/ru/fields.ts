import type { fields as en } from '../en/fields.ts'

export const fields: Record<keyof typeof en, string> = {
  name: 'Название',
  quota: 'Квота',
  count: 'Количество',
  status: 'Статус',
  key: 'Ключ',
  username: 'Имя пользователя',
  password: 'Пароль',
  display_name: 'Отображаемое имя',
  email: 'Адрес почты',
  group: 'Группа',
  models: 'Модели',
  priority: 'Приоритет',
  weight: 'Вес',
  tag: 'Метка',
  remain_quota: 'Квота',
  expired_time: 'Срок действия',
  amount: 'Сумма',
}
