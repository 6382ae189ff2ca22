import type { Phrases } from '../language-pack.ts'

export const overview: Phrases['overview'] = {
  loadFailed: 'Не удалось загрузить панели',
  announcements: {
    title: 'Объявления',
    none: 'Новостей нет.',
    all: 'Показать все: {{total}}',
    types: {
      ongoing: 'Идёт',
      success: 'Готово',
      warning: 'Внимание',
      error: 'Сбой',
    },
  },
  apiInfo: {
    title: 'Адреса API',
    measure: 'Измерить',
    measureOf: 'Измерить задержку: {{name}}',
    latency: '{{ms}} мс из этого браузера',
    unreachable: 'Недоступен из этого браузера',
  },
  faq: {
    title: 'Вопросы и ответы',
  },
  status: {
    title: 'Состояние',
    hint: 'Доля вызовов за семь дней, не завершившихся сбоем у поставщика.',
    unknown: 'Данных сейчас нет.',
    nothingPlanned: 'Работы не запланированы.',
    planned: 'Запланировано',
    running: 'Сейчас',
    span: 'С {{from}} до {{until}}',
    day: '{{day}}: {{share}}',
    quietDay: '{{day}}: слишком мало вызовов',
    notRead: 'Эту страницу состояния пока не удалось прочитать.',
    uptime: '{{share}} за 24 ч',
    states: {
      up: 'Работает',
      down: 'Не работает',
      pending: 'Проверяется',
      maintenance: 'Обслуживание',
      unknown: 'Неизвестно',
    },
    kinds: {
      good: 'В порядке',
      fair: 'Есть сбои',
      bad: 'Сбои',
      quiet: 'Мало вызовов',
    },
  },
}
