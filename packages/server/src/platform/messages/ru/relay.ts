import type { RelayErrorCode } from '../relay-errors.ts'

export const relay: Record<RelayErrorCode, string> = {
  // ── Callers and their permissions.
  token_missing: 'Токен не передан; укажите его в заголовке Authorization или x-api-key',
  token_invalid: 'Токен недействителен',
  session_needed: 'Песочницу вызывает консоль после входа; с токеном вызывайте тот же путь без /pg',
  token_disabled: 'Токен отключён',
  project_archived: 'Проект «{project}» этого токена в архиве; вернуть его может администратор команды',
  token_frozen: 'Этот токен заморожен, или заморожен либо отключён токен над ним; владелец может снять это в консоли',
  token_expired: 'Срок действия токена истёк',
  token_exhausted: 'Квота токена исчерпана',
  user_banned: 'Пользователь заблокирован',
  ip_not_allowed: 'Ваш IP-адрес не входит в список токена',
  group_not_usable: 'Группа {group} недоступна для этого токена',
  model_not_allowed: 'Токену недоступна модель {model}',
  channel_choice_not_allowed: 'Выбирать канал могут только администраторы',
  channel_choice_unknown: 'Нет включённого канала {channel}',
  too_many_calls: 'Достигнут предел: {limit} запросов за {minutes} мин; повторите через {seconds} с',
  limits_unavailable: 'Шлюз сейчас не может считать запросы; повторите попытку через несколько секунд',
  too_many_from_address: 'С вашего адреса приходит слишком много запросов; повторите через {seconds} с',

  // ── The request.
  body_too_large: 'Тело запроса больше {limit}',
  body_not_form: 'Тело запроса — не корректная форма multipart/form-data: {reason}',
  body_encoding_unknown: 'Content-Encoding {encoding} не поддерживается; используйте {taken} или без сжатия',
  body_not_decodable: 'Тело запроса не является корректным {encoding}',
  body_not_json: 'Тело запроса не является корректным объектом JSON: {reason}',
  model_missing: 'Модель не указана; заполните поле model',
  api_not_implemented: 'API не реализован',
  route_unknown: 'Неверный URL ({method} {path})',
  method_not_allowed: 'Эта точка не принимает {method}',
  model_unknown: 'Модель {model} не существует или недоступна вам',
  input_too_long:
    'Вход занимает около {tokens} токенов, а каналы модели {model} принимают не более {limit}; сократите его',
  upgrade_required: 'Эта точка принимает только соединения WebSocket',
  too_many_waiting:
    'На одном соединении могут ждать не более {most} запросов; отправьте следующий, когда закончится ответ',
  session_keeps_model: 'Модель сеанса {model} не меняется; откройте другой сеанс',
  ask_not_understood: 'Неверный запрос: {reason}',
  thread_unsupported_request: 'Поставщик этой модели не хранит цепочки сообщений: отправьте весь разговор без `thread`',
  ask_refused: 'Запрос нельзя перевести в формат вышестоящего сервера: {reason}',
  sensitive_words_detected: 'Запрос содержит недопустимые слова; измените его и повторите попытку',
  sensitive_words_answered: 'Ответ остановлен: в нём есть недопустимые слова. То, что уже создано, оплачивается',
  body_too_slow: 'Тело запроса приходит слишком медленно; проверьте соединение и отправьте его снова',
  body_too_complex: 'Тело запроса слишком сложное (больше {limit}); разделите его на несколько запросов',
  member_ambiguous: 'Поле {member} указано несколько раз или в другом написании; укажите его один раз, как {member}',
  count_out_of_range: '{name} должно быть целым числом от 1 до {most}',
  member_not_boolean: '{name} должно быть true или false',
  quote_endpoint_unknown:
    'Для {endpoint} цену рассчитать нельзя; укажите путь, например /v1/chat/completions или /v1beta/models/MODEL:generateContent',
  mirror_not_planned: 'Вызовы этого вида по копии не планируются',
  mirror_files: 'Файлы и пакеты не планируются: то, на что они ссылаются, есть только у другого шлюза',
  mirror_tasks:
    'Рисунки, песни и видео не планируются: их цена зависит от ответа поставщика, а следующие ссылаются на прежние',
  mirror_free: 'Подсчёт токенов не планируется: он бесплатный',
  mirror_media:
    'Спланировано с заменой медиа, которые вызов загрузил бы: для копии ничего не загружается, и цена может отличаться',
  quote_needs_media: 'Для расчёта цены ничего не загружается; отправьте {name} как данные, а не адрес',

  // ── Tasks: drawings, music, videos.
  task_unknown: 'Задачи {id} нет',
  task_not_finished: 'Задача {id} ещё не завершена; повторите запрос позже',
  task_failed: 'Задача {id} не выполнена: {reason}',
  task_no_channel: 'В группе {group} нет канала модели {model}, принимающего такие задачи',
  task_channel_gone: 'Канала, на котором выполнялась задача {id}, больше нет; начните заново',
  task_member_missing: 'В запросе нет {member}; укажите его',
  task_member_invalid: '{member}: допустимо {expected}',
  task_clip_unknown: 'Ни в одной вашей задаче нет фрагмента {clip}; укажите его задачу в task_id',
  task_not_taken_by_vendor: 'Узел этой модели не принимает {what}',
  task_result_gone: 'У узла больше нет результата задачи {id}',
  task_result_wrong_type: 'То, что узел выдал как результат задачи {id}, не {kind}',
  task_result_too_large: 'Результат задачи {id} больше {limit}',
  balance_moving: 'Этот баланс сейчас расходуют другие узлы; повторите чуть позже',
  storing_off: 'Хранение отключено для вашей учётной записи или оператором',
  response_not_found: 'Ответа {id} не существует',
  previous_response_not_found: 'Предыдущий ответ {id} не найден; отправьте всю беседу в input',
  interaction_not_found: 'Взаимодействия {id} не существует',
  previous_interaction_not_found: 'Предыдущее взаимодействие {id} не найдено; отправьте всю беседу в input',
  response_not_finished: 'Ответ {id} ещё создаётся; дождитесь его завершения',
  response_channel_gone:
    'Ответ {id} хранится у канала, которого больше нет или который не обслуживает эту модель; отправьте всю беседу в input',
  response_not_cancellable: 'Отменить можно только фоновый ответ, который ещё не завершён',
  background_not_stored:
    'Фоновый ответ должен храниться: уберите “store”: false; хранение должны разрешать ваша учётная запись и шлюз',
  background_elsewhere:
    'Фоновый ответ не может продолжать {id}, который хранит сам провайдер; отправьте всю беседу в input',
  conversation_not_found: 'Беседы {id} не существует',
  conversation_and_previous: 'Укажите либо conversation, либо previous_response_id',
  conversation_full: 'Место для бесед исчерпано ({limit} МиБ); удалите старые',
  item_not_found: 'Элемента {id} не существует; отправьте сам элемент',

  // ── Pictures, sounds and files given by address.
  media_unreachable:
    'Не удалось загрузить {part} из запроса: адрес не отвечает или находится вне общедоступного интернета',
  media_not_given: 'Не удалось загрузить {part} из запроса: адрес ответил кодом {status}',
  media_too_large: '{part} из запроса больше {limit} или слишком велик вместе с остальными',
  media_wrong_type: 'По адресу {part} из запроса находится не {kind}',
  media_not_taken: 'Провайдер не принял {part} из запроса; отправьте другой файл или повторите позже',
  media_too_many: 'В запросе больше {limit} файлов, заданных адресом; отправьте их данные',

  // ── Costs.
  user_quota_insufficient: 'Недостаточно средств ({amount} резервируется заранее); пополните баланс',
  token_quota_insufficient: 'Недостаточно квоты токена ({amount} резервируется заранее); увеличьте её',
  user_period_used_up:
    'Вашего предела расходов {limit} не хватает на этот вызов (сначала откладывается {amount}); он начнётся заново {renews}',
  member_budget_used_up:
    'Вашего бюджета {limit} в этой команде не хватает на этот вызов, который резервирует {amount}; он начнётся заново {renews}',
  project_budget_used_up:
    'Бюджета проекта «{project}» в {limit} не хватает на этот вызов, под который резервируется {amount}; он начнётся заново {renews}',
  token_period_used_up:
    'Предела расходов токена {limit} не хватает на этот вызов (сначала откладывается {amount}); он начнётся заново {renews}',
  budget_insufficient: 'Этот вызов стоит не менее {amount} — больше бюджета {budget} из X-Tollgate-Budget',
  subscription_used_up:
    'Вашего тарифа {plan} не хватает на этот вызов (сначала откладывается {amount}); он восстановится {returns}',
  subscription_spent:
    'Вашего тарифа {plan} не хватает на этот вызов (сначала откладывается {amount}), и он не восстановится',
  subscription_calls_used_up:
    'В вашем тарифе {plan} осталось слишком мало вызовов для этого, он считается за {calls}; новые появятся {returns}',
  subscription_calls_spent:
    'В вашем тарифе {plan} осталось слишком мало вызовов для этого, он считается за {calls}, и новых не будет',
  quota_used_up: 'Квота исчерпана; сеанс завершён',
  budget_invalid: 'Заголовок X-Tollgate-Budget должен содержать сумму в долларах США, например 0.50',
  model_price_missing:
    'Для модели {model} не задана цена; обратитесь к администратору или разрешите модели без цены в настройках',
  balance_empty: 'Баланс исчерпан; пополните его',

  // ── Channels and upstreams.
  no_channel: 'Нет доступного канала для модели {model} в группе {group}',
  channels_resting: 'Все каналы модели {model} в группе {group} отдыхают после сбоев, повторите позже',
  channels_full: 'Все каналы этой модели достигли своих пределов; повторите через {seconds} с',
  channel_no_key: 'У канала нет включённых ключей',
  model_mapping_cycle: 'Сопоставление моделей канала зациклено; сообщите администратору',
  upstream_credentials: 'Учётные данные канала не удалось обменять на доступ; сообщите администратору',
  upstream_unreachable: 'Не удалось связаться с вышестоящим сервером',
  proxy_unreachable: 'Не удалось связаться с прокси канала; сообщите администратору',
  proxy_refused: 'Прокси канала не пропустил запрос; попросите администратора проверить имя и пароль',
  certificate_not_trusted:
    'Сертификат вышестоящего сервера или прокси перед ним не является доверенным; сообщите администратору',
  upstream_connect_timeout: 'Вышестоящий сервер не принял соединение за {seconds} с',
  upstream_first_byte_timeout: 'Вышестоящий сервер не начал отвечать за {seconds} с',
  upstream_silent: 'Вышестоящий сервер молчал {seconds} с; ответ прерван',
  upstream_broke_off: 'Вышестоящий сервер оборвал ответ',
  upstream_too_slow: 'Вышестоящий сервер принимает слишком медленно; сеанс завершён',
  upstream_empty: 'Вышестоящий сервер вернул пустой ответ',
  upstream_not_readable: 'Ответ вышестоящего сервера не удалось прочитать',
  upstream_too_large: 'Ответ вышестоящего сервера больше {limit}',

  // ── The gateway itself, and clients that leave.
  client_too_slow: 'Клиент читает слишком медленно; сеанс завершён',
  client_gone: 'Клиент отключился до начала ответа',
  internal: 'Внутренняя ошибка шлюза, обратитесь к администратору',
  database_unavailable: 'База данных шлюза сейчас недоступна; повторите попытку позже',
  account_busy: 'Квота, из которой оплачивается запрос, сейчас занята; повторите попытку чуть позже',
  shutting_down: 'Шлюз перезапускается; повторите попытку позже',
  user_memory_used_up: 'Ваши текущие запросы занимают слишком много памяти; дождитесь их завершения и повторите',
  user_calls_used_up:
    'У вас выполняется {limit} вызовов — столько, сколько можно одному пользователю; дождитесь их завершения и повторите',
  memory_used_up: 'Память шлюза для вызовов исчерпана; повторите попытку позже',
  gateway_busy: 'Шлюз обрабатывает предельное число вызовов; повторите попытку позже',

  // ── Files and batches.
  file_unknown: 'Файла {id} нет',
  batch_unknown: 'Пакета {id} нет',
  sound_not_measured:
    'Поле {field} здесь не принимается: оно может указывать на другую запись. Отправьте саму запись в поле {file}',
  file_missing: 'В форме нет поля {field}; отправьте ровно одно',
  file_purpose_unknown: 'Файлы с назначением {purpose} не принимаются; укажите одно из: {purposes}',
  file_not_for_batches: 'Файл {id} загружен не с назначением batch; загрузите его снова с ним',
  file_in_use: 'Файл {id} относится к незавершённому пакету; отмените пакет или дождитесь его конца',
  batch_line_invalid: 'Строка {line} пакета неверна: {reason}',
  batch_empty: 'В пакете нет запросов',
  batch_too_many: 'В пакете больше {limit} запросов; разделите его',
  batch_endpoint_unknown: 'Пакеты нельзя отправить на {endpoint}; укажите одно из: {endpoints}',
  batch_endpoint_differs: 'Запросы файла предназначены для {found}, а не для {endpoint}',
  batch_unpaid:
    'Пакет может стоить до {amount}, больше, чем осталось; задайте предел ответа в каждом запросе, разделите пакет или пополните баланс',
  batch_running: 'Пакет {id} ещё не завершён; отмените его или дождитесь конца',
  video_length_unsupported: '{model} не создаёт видео длиной {seconds} с; возможные длины: {lengths}',
  video_size_unsupported: '{model} не создаёт видео размера {size}; возможны: {sizes}',
  video_pictures_unsupported: '{model} принимает изображений не больше чем {most}',
  video_pictures_mixed: '{model} принимает все изображения по адресам или все как данные; отправьте их одним способом',
  video_picture_too_large: 'Изображение больше, чем принимает {model}; предел — {limit}',
  video_picture_needed: '{model} создаёт видео по изображению; передайте его в input_reference',
  video_picture_not_read:
    'Одно из изображений запроса не распознано: укажите адрес в публичном интернете или данные в base64',
  batch_no_channel: 'Ни один канал модели {model} в группе {group} не принимает пакеты',
  files_no_channel: 'Ни один канал в группе {group} не принимает файлы',
  stored_channel_gone: 'Канал, где лежит {id}, недоступен; повторите позже или загрузите заново',

  // ── Drawing.
  prompt_is_required: 'Поле prompt не заполнено; заполните его',
  task_id_is_required: 'Поле taskId не заполнено; укажите ID задачи',
  action_is_required: 'Поле action не заполнено; укажите UPSCALE, VARIATION или REROLL',
  index_is_required: 'Поле index не заполнено; укажите номер картинки от 1 до 4',
  content_is_required: 'Поле content не заполнено; напишите ID задачи и изменение, например «ID U1»',
  content_parse_failed: 'Изменение не удалось прочитать; напишите ID задачи и U1–U4, V1–V4 или R',
  custom_id_is_required: 'Поле customId не заполнено; укажите customId одной из кнопок задачи',
  unknown_action: 'Действие {action} неизвестно; используйте одну из кнопок задачи, которые рисуют',
  image_is_required: 'Поле image не заполнено; укажите картинку',
  base64_is_required: 'Укажите картинку в поле base64 или её адрес в поле link',
  base64_array_out_of_range: 'Поле base64Array должно содержать от {least} до {most} картинок',
  sour_base64_and_target_base64_is_required: 'Нужны и sourceBase64, и targetBase64; укажите две картинки',
  task_not_found: 'Задачи {id} нет',
  task_status_not_success: 'Задача {id} ещё не завершилась успешно; дождитесь её окончания',
  get_channel_info_failed: 'Канал, у которого задача {id}, недоступен; начните новую задачу',
  picture_not_found: 'Такой картинки нет или срок её адреса истёк; запросите задачу ещё раз',
  callback_not_understood: 'Сообщение не относится к задаче, для которой предназначен этот адрес',
}
