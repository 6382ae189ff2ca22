import type { Phrases } from '../language-pack.ts'

export const unsubscribe: Phrases['unsubscribe'] = {
  title: 'Отписаться',
  hint: 'Сообщения этого сайта больше не будут приходить по почте. Коды, сброс пароля и предупреждения по-прежнему приходят.',
  do: 'Отписаться',
  done: 'Готово: сообщения больше не приходят по почте.',
  toProfile: 'Изменить в профиле',
}
