import type { WordsOfTab } from '../../settings-words.ts'

export const rateLimit = {
  ModelRequestRateLimitEnabled: {
    label: 'Ограничивать запросы к моделям',
    hint: 'Считает запросы каждого пользователя по всем его токенам. Превысивший получает ответ 429.',
  },
  ModelRequestRateLimitDurationMinutes: {
    label: 'Период',
    hint: 'Время, за которое считаются запросы.',
    unit: 'минут',
  },
  ModelRequestRateLimitCount: {
    label: 'Запросов за период',
    hint: 'Считаются и неудачные. 0 — без ограничения.',
  },
  ModelRequestRateLimitSuccessCount: {
    label: 'Успешных запросов за период',
    hint: 'Считаются только те, на которые пришёл ответ.',
  },
  ModelRequestRateLimitGroup: {
    label: 'Ограничения отдельных групп',
    hint: 'Группа → [запросов, успешных запросов]. Для групп из этого списка действует он, а не два числа выше.',
  },
} satisfies WordsOfTab<'rate-limit'>
