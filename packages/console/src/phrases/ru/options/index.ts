import type { SettingsWords } from '../../settings-words.ts'
import { modelRelated } from './model-related.ts'
import { operation } from './operation.ts'
import { other } from './other.ts'
import { overview } from './overview.ts'
import { rateLimit } from './rate-limit.ts'
import { system } from './system.ts'

export default {
  tabs: {
    operation: 'Работа',
    'rate-limit': 'Ограничения',
    'model-related': 'Модели',
    system: 'Система',
    overview: 'Обзор',
    other: 'Прочее',
  },

  sections: {
    'operation/general': { title: 'Общее', hint: 'Ссылки, вид и способ использования шлюза.' },
    'operation/quota': { title: 'Квота', hint: 'Что получают пользователи и как считается квота.' },
    'operation/logs': { title: 'Журнал', hint: 'Что записывается о вызовах и сколько хранится.' },
    'operation/monitoring': { title: 'Наблюдение', hint: 'Что происходит, когда канал отказывает.' },
    'operation/metrics': {
      title: 'Метрики',
      hint: 'То, что Prometheus читает по адресу /metrics. Выключены, пока не заданы токен или адреса: в них модели, вызовы и расходы.',
    },
    'operation/alerts': {
      title: 'Оповещения',
      hint: 'Приходят один раз, когда что-то сломалось, и один раз, когда всё снова в порядке.',
    },
    'operation/drawing': { title: 'Рисование и задачи', hint: 'Midjourney и другая долгая работа.' },
    'operation/sensitive-words': { title: 'Запрещённые слова', hint: 'Слова, которые шлюз не пропускает.' },
    'operation/dashboard': { title: 'Панель данных', hint: 'Числа, по которым строятся графики панели.' },
    'operation/groups': { title: 'Группы', hint: 'Группы пользователей, их цены и кто может их выбрать.' },
    'operation/chats': { title: 'Чат-клиенты', hint: 'Клиенты, которые пользователь открывает со своим ключом.' },
    'operation/model-ratio': { title: 'Цены моделей', hint: 'Ваши цены. Они важнее встроенного прайс-листа.' },
    'rate-limit/model-request': { title: 'Запросы к моделям', hint: 'Сколько запросов может сделать пользователь.' },
    'rate-limit/nodes': { title: 'Несколько узлов', hint: 'Как действуют ограничения, когда узлов несколько.' },
    'rate-limit/addresses': {
      title: 'Запросы с адреса',
      hint: 'Превысивший получает ответ 429. За прокси укажите его в TRUSTED_PROXIES, иначе все его клиенты считаются одним. Запросы этой машины не считаются.',
    },
    'rate-limit/connections': {
      title: 'Соединения',
      hint: 'Сколько могут занять клиенты, которые шлют мало или ничего.',
    },
    'rate-limit/memory': { title: 'Память', hint: 'Сколько могут занять текущие вызовы.' },
    'model-related/global': { title: 'Все модели', hint: 'Как принимаются и передаются запросы.' },
    'model-related/relay': {
      title: 'Время ожидания',
      hint: 'Сколько ждать поставщика, прежде чем счесть его неисправным, и сколько дочитывать, когда никто не ждёт.',
    },
    'model-related/model-limits': {
      title: 'Пределы моделей',
      hint: 'Сколько токенов модель принимает и выдаёт, если вы знаете это точнее прайс-листа.',
    },
    'model-related/stored-responses': {
      title: 'Хранимые ответы',
      hint: 'Для клиентов, которые запрашивают ответ снова или продолжают с него.',
    },
    'model-related/gemini': { title: 'Gemini', hint: 'Для каналов Google Gemini.' },
    'model-related/claude': { title: 'Claude', hint: 'Для каналов Anthropic Claude.' },
    'system/general': { title: 'Общее', hint: 'Где находится этот шлюз.' },
    'system/worker': { title: 'Посредник', hint: 'Сервер, который обращается наружу вместо этого.' },
    'system/payment': { title: 'Оплата', hint: 'Как пользователи покупают квоту онлайн.' },
    'system/stripe': { title: 'Stripe', hint: 'Оплата картой и другими способами на странице Stripe.' },
    'system/invoice': {
      title: 'Счета',
      hint: 'Что счёт для печати по оплаченному заказу говорит о вас. Пустое название: счетов нет.',
    },
    'system/login': { title: 'Вход и регистрация', hint: 'Кто может войти и каким способом.' },
    'system/email-domain': { title: 'Почтовые домены', hint: 'С какими адресами можно зарегистрироваться.' },
    'system/smtp': { title: 'Почтовый сервер', hint: 'Отправляет коды, ссылки для сброса пароля и предупреждения.' },
    'system/oidc': { title: 'OIDC', hint: 'Адрес возврата у поставщика — адрес сервера и /oauth/oidc.' },
    'system/oidc-providers': {
      title: 'Другие поставщики OIDC',
      hint: 'У каждого своя кнопка. Адрес возврата у поставщика — адрес сервера, /oauth/ и его имя в адресе.',
    },
    'system/github': { title: 'GitHub', hint: 'Приложение OAuth, через которое входят пользователи.' },
    'system/linuxdo': { title: 'LINUX DO', hint: 'Приложение, через которое входят пользователи.' },
    'system/wechat': { title: 'WeChat', hint: 'Сервер вашего официального аккаунта.' },
    'system/telegram': { title: 'Telegram', hint: 'Бот, через которого входят пользователи.' },
    'system/turnstile': { title: 'Turnstile', hint: 'Защита Cloudflare от роботов.' },
    'overview/panels': {
      title: 'Страница обзора',
      hint: 'Что пользователи видят на странице панели и в каком порядке.',
    },
    'overview/announcements': { title: 'Объявления', hint: 'Новости с датой, сначала новые.' },
    'overview/status': {
      title: 'Панель состояния',
      hint: 'Как проходят вызовы по данным этого шлюза и какие работы запланированы.',
    },
    'overview/uptime-kuma': {
      title: 'Страницы состояния Uptime Kuma',
      hint: 'Ваши мониторы на панели состояния обзора.',
    },
    'overview/api-info': { title: 'Адреса API', hint: 'Адреса, по которым пользователи обращаются к шлюзу.' },
    'overview/faq': { title: 'Вопросы и ответы', hint: 'О чём пользователи часто спрашивают.' },
    'overview/menu': { title: 'Свои пункты меню и страницы', hint: 'Дополнительные ссылки и страницы в меню консоли.' },
    'other/info': { title: 'О системе', hint: 'Какая версия работает и есть ли новее.' },
    'other/notice': { title: 'Объявление', hint: 'Видно всем.', failed: 'Объявление не сохранено' },
    'other/name': { title: 'Название сайта', hint: 'Как называется этот сайт.', failed: 'Название сайта не сохранено' },
    'other/logo': { title: 'Логотип', hint: 'Знак этого сайта.', failed: 'Логотип не сохранён' },
    'other/accent': { title: 'Основной цвет', hint: 'Цвет кнопок и ссылок.', failed: 'Основной цвет не сохранён' },
    'other/look': { title: 'Плотность, углы и шрифт', hint: 'Как выглядит консоль у тех, кто не выбрал иначе.' },
    'other/home': {
      title: 'Главная страница',
      hint: 'Что гости видят первым.',
      failed: 'Главная страница не сохранена',
    },
    'other/home-parts': {
      title: 'Встроенная главная',
      hint: 'Что на ней есть кроме моделей и цен.',
      failed: 'Главная страница не сохранена',
    },
    'other/model-pages': {
      title: 'Страницы моделей',
      hint: 'Что на них есть кроме цены и возможностей.',
      failed: 'Страницы моделей не сохранены',
    },
    'other/about': { title: 'О сайте', hint: 'Кто ведёт этот сайт.', failed: 'Страница «О сайте» не сохранена' },
    'other/legal': {
      title: 'Правила сайта',
      hint: 'С чем соглашаются новые пользователи.',
      failed: 'Правила не сохранены',
    },
    'other/footer': {
      title: 'Нижняя строка',
      hint: 'Строка под каждой страницей.',
      failed: 'Нижняя строка не сохранена',
    },
  },

  options: { ...operation, ...rateLimit, ...modelRelated, ...system, ...overview, ...other },
} satisfies SettingsWords
