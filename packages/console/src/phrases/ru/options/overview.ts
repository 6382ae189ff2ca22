import type { WordsOfTab } from '../../settings-words.ts'

export const overview = {
  OverviewOrder: {
    label: 'Порядок панелей',
    hint: 'Перетащите их или нажимайте стрелки на ручке. Выключенные и пустые не показываются.',
  },
  'console_setting.announcements_enabled': {
    label: 'Показывать объявления',
    hint: 'На странице обзора вошедших пользователей.',
  },
  StatusPanelEnabled: {
    label: 'Показывать состояние',
    hint: 'Пользователи видят только доступные им модели и группы и не видят числа вызовов. Использует данные панели.',
  },
  'console_setting.api_info_enabled': {
    label: 'Показывать адреса API',
    hint: 'На странице обзора вошедших пользователей.',
  },
  'console_setting.faq_enabled': {
    label: 'Показывать вопросы и ответы',
    hint: 'На странице обзора вошедших пользователей.',
  },
  'console_setting.announcements': {
    label: 'Объявления',
    hint: 'Не больше 100. Текст в Markdown; объявление с будущим временем появится тогда.',
  },
  StatusPanelShows: {
    label: 'Состояние',
    hint: 'Семь дней, по дням. Работы показываются всегда.',
    choices: { models: 'Моделей', groups: 'Групп', maintenance: 'Только работы' },
  },
  PlannedMaintenance: {
    label: 'Запланированные работы',
    hint: 'Не больше 20. Каждая показывается, пока не закончится.',
  },
  'console_setting.uptime_kuma_groups': {
    label: 'Uptime Kuma',
    hint: 'Не больше 10 открытых страниц состояния; они видны на панели состояния. Сервер читает их не чаще раза в минуту.',
  },
  'console_setting.api_info': {
    label: 'Адреса API',
    hint: 'Не больше 50. Их можно скопировать и измерить задержку из браузера.',
  },
  'console_setting.faq': {
    label: 'Вопросы и ответы',
    hint: 'Не больше 100. Ответы в Markdown.',
  },
  MenuItems: {
    label: 'Пункты меню',
    hint: 'Не больше 20. Каждый ведёт на адрес http(s) или на страницу консоли, например /pricing.',
  },
  OwnPages: {
    label: 'Свои страницы',
    hint: 'Не больше 20, в Markdown; адрес: /page/ и его окончание.',
  },
} satisfies WordsOfTab<'overview'>
