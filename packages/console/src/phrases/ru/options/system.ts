import type { WordsOfTab } from '../../settings-words.ts'

export const system = {
  ServerAddress: {
    label: 'Адрес сервера',
    hint: 'Адрес этого шлюза снаружи. Нужен письмам, оплате, входу через другие сайты и ссылкам на чаты.',
  },
  WorkerUrl: {
    label: 'Адрес посредника',
    hint: 'Вместо сервера получает файлы, названные в запросах адресом, и доставляет вебхуки: ему отправляется POST {url, key, method, headers, body} в JSON, а он отвечает тем, что получил. Может стоять во внутренней сети. Внутренние адреса отклоняются до обращения к нему; имена разрешаются там, где он работает. Пусто — сервер получает всё сам.',
  },
  WorkerValidKey: {
    label: 'Ключ посредника',
    hint: 'По нему посредник узнаёт этот шлюз. Удаляется вместе с адресом.',
  },
  WorkerAllowHttpImageRequestEnabled: {
    label: 'Разрешить http',
    hint: 'Выключено: посредник обращается только к адресам https.',
  },
  PayAddress: {
    label: 'Платёжный шлюз',
    hint: 'Адрес шлюза, совместимого с Epay. Оплата онлайн доступна, когда заданы адрес, номер и ключ продавца.',
  },
  EpayId: {
    label: 'Номер продавца',
    hint: 'Ваш номер в платёжном шлюзе.',
  },
  EpayKey: {
    label: 'Ключ продавца',
    hint: 'Подписывает заказы и подтверждает платежи.',
  },
  Price: {
    label: 'Цена доллара',
    hint: 'Сколько пользователь платит за один доллар квоты, в валюте платёжного шлюза.',
  },
  MinTopUp: {
    label: 'Наименьшее пополнение',
    hint: 'Меньше этого за один раз купить нельзя.',
    unit: 'USD',
  },
  CustomCallbackAddress: {
    label: 'Адрес уведомлений',
    hint: 'Куда платёжный шлюз сообщает о платежах, если не на адрес сервера.',
  },
  TopupGroupRatio: {
    label: 'Коэффициенты пополнения',
    hint: 'Группа → сколько платят её пользователи: 1 — полная цена, 0.9 — скидка 10 %. Остальные платят полную.',
  },
  TopUpBonuses: {
    label: 'Бонусы',
    hint: 'Сумма в долларах США → сколько процентов сверху: 100 → 10 превращает 100 в 110. Действует наибольшая достигнутая сумма.',
  },
  StripeSecretKey: {
    label: 'Секретный ключ',
    hint: 'Вашего аккаунта Stripe: sk_… или rk_… Оплата включена, когда заданы оба секрета.',
  },
  StripeWebhookSecret: {
    label: 'Секрет вебхука',
    hint: 'whsec_… точки, которую вы добавите в Stripe для этого сервера: его адрес и /api/user/stripe/notify, события checkout.session.completed, checkout.session.async_payment_succeeded, charge.refunded, а также charge.dispute.created, updated и closed.',
  },
  StripeCurrency: {
    label: 'Валюта',
    hint: 'В которой берёт Stripe. Валюты без центов не предлагаются.',
  },
  StripePrice: {
    label: 'Цена доллара',
    hint: 'Сколько пользователи платят в этой валюте за один доллар США квоты.',
  },
  StripeMinTopUp: {
    label: 'Наименьшее пополнение',
    hint: 'Меньше за один раз купить нельзя; сам Stripe не берёт меньше примерно полдоллара.',
    unit: 'USD',
  },
  StripeApiAddress: {
    label: 'Адрес API',
    hint: 'Пусто: https://api.stripe.com.',
  },
  InvoiceName: {
    label: 'Название',
    hint: 'Название вашей компании.',
  },
  InvoiceAddress: {
    label: 'Адрес',
    hint: 'Так, как его напечатать.',
  },
  InvoiceTaxId: {
    label: 'Налоговый номер',
    hint: 'Вместе с видом, например «VAT ID DE123456789».',
  },
  InvoiceFooter: {
    label: 'Нижняя строка',
    hint: 'Под суммами: о налогах, банковский счёт, благодарность.',
  },
  PasswordLoginEnabled: {
    label: 'Вход по паролю',
    hint: 'Прежде чем выключить, убедитесь, что каждый администратор может войти иначе.',
  },
  PasswordRegisterEnabled: {
    label: 'Регистрация с паролем',
    hint: 'Выключено: новые пользователи приходят только через учётные записи других сайтов.',
  },
  RegisterEnabled: {
    label: 'Новые пользователи',
    hint: 'Выключено: зарегистрироваться нельзя ни с паролем, ни через другой сайт.',
  },
  EmailVerificationEnabled: {
    label: 'Проверять почту',
    hint: 'Для регистрации с паролем понадобится код из письма. Сначала настройте почтовый сервер.',
  },
  GitHubOAuthEnabled: {
    label: 'Вход через GitHub',
    hint: 'Пользователи смогут и привязать свою учётную запись GitHub.',
  },
  LinuxDOOAuthEnabled: {
    label: 'Вход через LINUX DO',
    hint: 'Пользователи смогут и привязать свою учётную запись LINUX DO.',
  },
  WeChatAuthEnabled: {
    label: 'Вход через WeChat',
    hint: 'Пользователь сканирует QR-код и вводит код, который пришлёт ваш официальный аккаунт.',
  },
  TelegramOAuthEnabled: {
    label: 'Вход через Telegram',
    hint: 'Для тех, кто привязал свою учётную запись Telegram.',
  },
  'oidc.enabled': {
    label: 'Вход через OIDC',
    hint: 'Любой поставщик OpenID Connect: Keycloak, Authentik, Entra ID и другие.',
  },
  SecondFactorForAdminsEnabled: {
    label: 'Второй фактор для администраторов',
    hint: 'Администраторы без него видят только страницу его настройки. Сначала настройте свой.',
  },
  TurnstileCheckEnabled: {
    label: 'Проверка на человека',
    hint: 'Cloudflare Turnstile при входе, регистрации и сбросе пароля.',
  },
  EmailDomainRestrictionEnabled: {
    label: 'Только домены из списка',
    hint: 'С адресом другого домена зарегистрироваться нельзя.',
  },
  EmailAliasRestrictionEnabled: {
    label: 'Не принимать псевдонимы',
    hint: 'Отклоняет адреса с «+» или «.» перед @: часто это один ящик под многими именами.',
  },
  EmailDomainWhitelist: {
    label: 'Принимаемые домены',
    hint: 'Введите домен и нажмите Enter или вставьте несколько через запятую.',
  },
  SMTPServer: {
    label: 'Почтовый сервер',
    hint: 'Имя узла, например smtp.example.com.',
  },
  SMTPPort: {
    label: 'Порт',
    hint: 'Обычно 587, а с TLS с самого начала — 465.',
  },
  SMTPAccount: {
    label: 'Учётная запись',
    hint: 'Имя для входа на почтовый сервер, часто сам адрес.',
  },
  SMTPFrom: {
    label: 'Отправитель',
    hint: 'Адрес, с которого приходят письма. Пусто — имя учётной записи.',
  },
  SMTPToken: {
    label: 'Пароль',
    hint: 'Пароль учётной записи или пароль приложения.',
  },
  SMTPSSLEnabled: {
    label: 'TLS с самого начала',
    hint: 'Для порта 465 — всегда. На других портах TLS включается, если сервер его предлагает.',
  },
  'oidc.well_known': {
    label: 'Адрес описания',
    hint: 'Документ поставщика, заканчивается на /.well-known/openid-configuration.',
  },
  'oidc.client_id': {
    label: 'Идентификатор клиента',
    hint: 'Имя этого шлюза у поставщика.',
  },
  'oidc.client_secret': {
    label: 'Секрет клиента',
    hint: 'Поставщик выдаёт его вместе с идентификатором.',
  },
  'oidc.authorization_endpoint': {
    label: 'Адрес авторизации',
    hint: 'Куда отправляются пользователи, чтобы войти.',
  },
  'oidc.token_endpoint': {
    label: 'Адрес токенов',
    hint: 'Где шлюз обменивает код входа.',
  },
  'oidc.user_info_endpoint': {
    label: 'Адрес сведений о пользователе',
    hint: 'Где шлюз узнаёт, кто вошёл.',
  },
  'oidc.providers': {
    label: 'Другие поставщики OIDC',
    hint: 'Список поставщиков; его меняет форма этого раздела.',
  },
  'oidc.provider_secrets': {
    label: 'Секреты поставщиков',
    hint: 'JSON: имя в адресе и секрет. Форма поставщика задаёт свой.',
  },
  GitHubClientId: {
    label: 'Идентификатор клиента',
    hint: 'Вашего приложения OAuth на GitHub. Его адрес возврата — адрес сервера и /oauth/github.',
  },
  GitHubClientSecret: {
    label: 'Секрет клиента',
    hint: 'Выдан GitHub для этого приложения.',
  },
  GitHubServerAddress: {
    label: 'Адрес GitHub',
    hint: 'Вашего сервера GitHub Enterprise. Пусто: github.com.',
  },
  GitHubApiAddress: {
    label: 'Адрес API GitHub',
    hint: 'У сервера GitHub Enterprise оканчивается на /api/v3. Пусто: api.github.com.',
  },
  LinuxDOClientId: {
    label: 'Идентификатор клиента',
    hint: 'Вашего приложения на connect.linux.do. Его адрес возврата — адрес сервера и /oauth/linuxdo.',
  },
  LinuxDOClientSecret: {
    label: 'Секрет клиента',
    hint: 'Выдан для этого приложения.',
  },
  LinuxDOServerAddress: {
    label: 'Адрес LINUX DO',
    hint: 'Пусто: connect.linux.do.',
  },
  WeChatServerAddress: {
    label: 'Сервер WeChat',
    hint: 'Адрес сервера, отвечающего за ваш официальный аккаунт.',
  },
  WeChatServerToken: {
    label: 'Токен доступа',
    hint: 'По нему тот сервер узнаёт этот шлюз.',
  },
  WeChatAccountQRCodeImageURL: {
    label: 'Картинка с QR-кодом',
    hint: 'Адрес картинки, по которой подписываются на официальный аккаунт.',
  },
  TelegramBotToken: {
    label: 'Токен бота',
    hint: 'От @BotFather. Подтверждает, что вход действительно через Telegram.',
  },
  TelegramBotName: {
    label: 'Имя бота',
    hint: 'Без @. Его домен в @BotFather должен совпадать с доменом сайта.',
  },
  TurnstileSiteKey: {
    label: 'Ключ сайта',
    hint: 'Открытый: его видит браузер каждого гостя.',
  },
  TurnstileSecretKey: {
    label: 'Секретный ключ',
    hint: 'С ним шлюз спрашивает у Cloudflare, пройдена ли проверка.',
  },
  TurnstileVerifyUrl: {
    label: 'Адрес проверки',
    hint: 'Если пусто, адрес Cloudflare. Можно указать совместимую службу.',
  },
} satisfies WordsOfTab<'system'>
