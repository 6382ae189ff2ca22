import type { ErrorCode } from '../../error-codes.ts'

export const errors: Record<ErrorCode, string> = {
  // ── access
  session_missing: 'Вход не выполнен или сессия истекла, войдите снова',
  user_header_missing: 'Нет заголовка New-Api-User; передайте идентификатор своего пользователя',
  user_header_mismatch: 'Заголовок New-Api-User не совпадает с вошедшим пользователем, войдите снова',
  access_token_invalid: 'Системный токен доступа недействителен',
  user_banned: 'Пользователь заблокирован, обратитесь к администратору',
  role_too_low: 'Недостаточно прав',
  demo_site: 'Это демонстрационный сайт, изменения невозможны',
  route_unknown: 'Вызов {method} {path} не существует',
  body_too_large: 'Тело запроса больше {limit}',
  body_too_slow: 'Тело запроса приходит слишком медленно; проверьте соединение и отправьте его снова',
  too_many_requests: 'Слишком много запросов, попробуйте позже',
  internal: 'Внутренняя ошибка сервера, обратитесь к администратору (запрос {requestId})',
  database_unavailable: 'База данных сейчас недоступна или закрыта для записи, попробуйте позже',
  reports_busy: 'Сейчас выполняется слишком много долгих запросов, попробуйте чуть позже',
  report_too_slow:
    'Запрос выполнялся дольше {seconds} с и был прерван; сузьте фильтр: более короткий период, один пользователь или одна модель',
  report_cancelled: 'Запрос прерван, потому что вызвавший его ушёл',
  setup_missing: 'Система ещё не настроена, сначала завершите настройку',

  // ── input
  input_invalid: 'Поле «{field}»: {reason}',
  body_not_json: 'Тело запроса не является корректным JSON',
  content_type_not_json: 'Отправьте тело запроса как application/json',

  // ── set-up
  setup_done: 'Система уже настроена',
  setup_username_empty: 'Введите имя администратора',
  setup_password_short: 'Пароль должен содержать не менее 8 символов',
  setup_password_mismatch: 'Введённые пароли не совпадают',

  // ── sign-in
  login_fields_empty: 'Введите имя пользователя и пароль',
  login_failed: 'Неверное имя или пароль, либо пользователь заблокирован',
  password_login_disabled: 'Вход по паролю отключён',

  // ── users
  username_taken: 'Это имя пользователя уже занято',
  username_too_long: 'Имя пользователя может содержать не более {limit} символов',
  user_not_found: 'Пользователь не найден',
  user_role_not_below: 'Нельзя управлять пользователями того же или более высокого уровня',
  user_quota_too_low: 'У пользователя меньше этой суммы',
  webhook_url_required: 'Укажите адрес вебхука',
  webhook_url_not_https: 'Адрес вебхука должен начинаться с https://',
  webhook_url_not_public: 'Адрес вебхука не должен вести во внутреннюю сеть',
  notification_email_invalid: 'Неверный адрес почты для уведомлений',

  // ── redemption codes
  redemption_required: 'Введите код пополнения!',
  redemption_malformed: 'Код пополнения состоит из 32 букв и цифр, проверьте, что он введён полностью',
  redemption_unknown: 'Такого кода пополнения нет',
  redemption_disabled: 'Этот код пополнения отключён',
  redemption_used: 'Этот код пополнения уже использован',
  redemption_not_found: 'Код пополнения не найден',
  redemption_used_is_final: 'Использованный код пополнения нельзя изменить',
  redemption_name_required: 'Введите название',

  // ── wallet
  topup_disabled: 'Администратор не включил онлайн-пополнение!',
  server_address_missing:
    'Администратор не указал адрес сервера, без которого онлайн-пополнение невозможно; сообщите администратору',
  topup_too_small: 'Сумма пополнения должна быть не меньше {min}',
  topup_too_large: 'Сумма пополнения должна быть не больше {max}',
  topup_costs_nothing: 'Сумма к оплате меньше одной копейки',
  transfer_too_small: 'Минимальная сумма перевода: {min}',
  transfer_too_large: 'Доступно для перевода: {available}',

  // ── options
  option_unknown: 'Параметр {key} не существует',
  option_invalid: 'Значение параметра {key} отклонено: {reason}',
  option_needs: 'Сначала заполните {needs}, затем включите {key}',
  option_in_use: 'Нельзя очистить {key}, пока включён {by}',

  // ── jobs
  job_running: 'Задача уже выполняется; дождитесь её завершения',

  // ── channels
  channel_not_found: 'Канал не найден, обновите страницу и попробуйте снова.',
  channel_name_and_key_required: 'Укажите название и ключ канала!',
  channel_one_key: 'У канала может быть только один ключ',
  channel_models_required: 'Выберите хотя бы одну модель!',
  channel_model_name_too_long: 'Название модели может содержать не более {limit} символов: {model}',
  channel_model_mapping_invalid: 'Сопоставление моделей должно быть корректным JSON!',
  channel_model_mapping_cycle: 'Сопоставление моделей зациклено на {model}',
  channel_setting_invalid: 'Недопустимые дополнительные настройки канала: {member}',
  channel_status_code_mapping_invalid: 'Неверное сопоставление кодов состояния; укажите JSON, например {"429": "500"}',
  channel_type_unknown: 'Неизвестный тип канала {type}',
  channel_base_url_required: 'Для этого типа канала нужен адрес API',
  channel_base_url_invalid: 'Неверный адрес API; он должен начинаться с http:// или https://',

  // ── tokens
  token_not_found: 'Токен не найден',
  token_limit_reached: 'Можно иметь не более {limit} токенов',
  token_name_required: 'Введите название токена',
  token_name_too_long: 'Название токена может содержать не более {limit} символов',
  token_ip_invalid: '«{ip}» не является IP-адресом или диапазоном CIDR',
  token_group_not_usable: 'Группа {group} вам недоступна',
  token_expired_cannot_enable: 'Срок действия токена истёк; измените срок перед включением',
  token_exhausted_cannot_enable: 'Квота токена исчерпана; увеличьте её перед включением',
}
