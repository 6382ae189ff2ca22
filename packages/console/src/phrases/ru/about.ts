import type { Phrases } from '../language-pack.ts'

export const about: Phrases['about'] = {
  title: 'О сервисе',
  builtIn:
    'Сайт работает на Tollgate – шлюзе между программами и моделями ИИ: он пропускает запросы, считает их и списывает плату.',
  operatorHint: 'Администратор может заменить этот текст в настройках.',
  version: 'Версия',
  running: 'Запущен',
  failed: 'Не удалось загрузить страницу',
  noRules: 'На этом сайте такого текста нет.',
  rulesFailed: 'Не удалось загрузить страницу',
}
