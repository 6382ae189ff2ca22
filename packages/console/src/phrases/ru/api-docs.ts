export const apiDocs = {
  intro:
    'Для скриптов: передайте системный токен доступа в Authorization и идентификатор его пользователя в {{header}}. Каждый ответ — конверт с success, message и data.',
  search: 'Найти вызов',
  download: 'Описание OpenAPI',
  loadFailed: 'Не удалось загрузить описание',
  nothing: 'Нет вызовов по запросу «{{query}}»',
  access: {
    public: 'Все',
    user: 'Пользователи',
    admin: 'Администраторы',
    root: 'Суперадминистратор',
    token: 'Владельцы токена',
  },
  confirm: 'Нужно свежее подтверждение в браузере: скриптам этот вызов недоступен.',
  limit: 'Не больше {{attempts}} попыток за {{minutes}} минут.',
  parameters: 'Параметры',
  body: 'Тело',
  reply: 'Ответ',
  example: 'Пример',
}
