import type { limits as words } from '../en/limits.ts'

export const limits: typeof words = {
  period: 'Предел расходов за период',
  periodHint:
    'Действует вместе с балансом; по UTC, неделя начинается в понедельник. Вызов считается в периоде, в котором он начался.',
  none: 'Нет',
  periods: { day: 'Каждый день', week: 'Каждую неделю', month: 'Каждый месяц' },
  quota: 'Предел за период',
  quotaRequired: 'Введите предел больше 0',
  used: 'Израсходовано {{used}} из {{limit}}; заново {{renews}}',
  short: { day: 'в день', week: 'в неделю', month: 'в месяц' },
  channel: 'Пределы',
  channelHint:
    'Считаются по всем узлам. Заполненный канал пропускается; когда заполнены все, вызывающий получает 429. 0 — без предела.',
  concurrency_limit: 'Вызовов одновременно',
  rpm_limit: 'Вызовов в минуту',
  tpm_limit: 'Токенов в минуту',
  settingInvalid: 'Настройки ниже — неверный JSON',
}
