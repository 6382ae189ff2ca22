import type { WordsOfTab } from '../../settings-words.ts'

export const modelRelated = {
  'global.pass_through_request_enabled': {
    label: 'Передавать запросы как есть',
    hint: 'Тело запроса уходит без преобразований, замены модели и параметров. Поставщик должен понимать формат клиента.',
  },
  'general_setting.ping_interval_enabled': {
    label: 'Поддерживать ожидающие потоки',
    hint: 'Пока модель молчит, отправляет комментарий, чтобы прокси и клиенты не разорвали соединение.',
  },
  'general_setting.ping_interval_seconds': {
    label: 'Промежуток между сигналами',
    hint: 'Меньше самого короткого времени ожидания между шлюзом и пользователями.',
    unit: 'секунд',
  },
  'relay_setting.connect_timeout_seconds': {
    label: 'Ожидание соединения',
    hint: 'Поставщик, до которого за это время не дозвониться, считается неисправным. 0 — ждать всегда.',
    unit: 'секунд',
  },
  'relay_setting.first_byte_timeout_seconds': {
    label: 'Ожидание первого байта',
    hint: 'Рассуждающие модели могут думать минутами, прежде чем ответить. 0 — ждать всегда.',
    unit: 'секунд',
  },
  'relay_setting.idle_timeout_seconds': {
    label: 'Наибольшая пауза в ответе',
    hint: 'Поток, молчащий дольше, завершается. 0 — ждать всегда.',
    unit: 'секунд',
  },
  'relay_setting.browser_origins': {
    label: 'Страницы, которым разрешён API',
    hint: 'По одному источнику в строке, например https://app.example. Пусто — страницы любых сайтов с ключом пользователя.',
  },
  'gemini.safety_settings': {
    label: 'Пороги безопасности',
    hint: 'Категория вреда → порог. «default» действует для всех остальных категорий.',
  },
  'gemini.version_settings': {
    label: 'Версии API',
    hint: 'Модель → версия API. «default» действует для всех остальных моделей.',
  },
  'gemini.supported_imagine_models': {
    label: 'Рисующие модели',
    hint: 'У них запрашивают текст и изображения вместе.',
  },
  'gemini.thinking_adapter_enabled': {
    label: 'Рассуждения по имени модели',
    hint: 'Имя с окончанием -thinking включает рассуждения, с -nothinking — выключает.',
  },
  'gemini.thinking_adapter_budget_tokens_percentage': {
    label: 'Доля рассуждений',
    hint: 'Какая часть наибольшей длины ответа отводится рассуждениям, от 0.1 до 1; не более 24 576 токенов.',
  },
  'claude.model_headers_settings': {
    label: 'Дополнительные заголовки',
    hint: 'Модель → заголовок → значения. Отправляются с каждым запросом к модели, например anthropic-beta.',
  },
  'claude.default_max_tokens': {
    label: 'Длина ответа по умолчанию',
    hint: 'Модель → токены. «default» действует для остальных. Claude требует указать длину, другие форматы — нет.',
  },
  'claude.thinking_adapter_enabled': {
    label: 'Рассуждения по имени модели',
    hint: 'Имя с окончанием -thinking включает рассуждения.',
  },
  'claude.thinking_adapter_budget_tokens_percentage': {
    label: 'Доля рассуждений',
    hint: 'Какая часть наибольшей длины ответа отводится рассуждениям, от 0.1 до 1.',
  },
} satisfies WordsOfTab<'model-related'>
