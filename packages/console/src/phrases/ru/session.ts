import type { Phrases } from '../language-pack.ts'

export const session: Phrases['session'] = {
  noEntry: 'Эта страница только для администраторов',
  noEntryForAdmins: 'Эта страница только для главного администратора',
  noEntryHint: 'У вашей учётной записи нет нужной роли. Если это ошибка, обратитесь к администратору.',
  backToConsole: 'Вернуться в консоль',
  statusUnreachable: 'Не удалось подключиться к серверу',
  statusUnreachableHint: 'Шлюз не отвечает. Проверьте соединение или подождите, если он только запускается.',
  statusFailed: 'Не удалось загрузить состояние',
  retry: 'Повторить',
}
