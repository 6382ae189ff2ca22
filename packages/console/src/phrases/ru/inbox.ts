import type { Phrases } from '../language-pack.ts'

export const inbox: Phrases['inbox'] = {
  empty: 'Сообщений нет',
  markAll: 'Отметить всё прочитанным',
  isNew: 'Новое',
}
