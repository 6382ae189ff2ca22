import type { Phrases } from '../language-pack.ts'

export const call: Phrases['call'] = {
  expired: 'Вход не выполнен или сессия истекла, войдите снова',
  tooManyRequests: 'Слишком много запросов, попробуйте позже',
  internal: 'Внутренняя ошибка сервера, обратитесь к администратору',
  demoSite: 'Это демонстрационный сайт, сервера нет',
  other: 'Ошибка: {{message}}',
  failed: 'Запрос не выполнен',
  unreachable: 'Не удалось подключиться к серверу',
}
