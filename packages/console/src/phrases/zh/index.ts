import 'dayjs/locale/zh-cn'
import componentWords from 'antd/locale/zh_CN'
import type { LanguagePack } from '../language-pack.ts'
import { about } from './about.ts'
import { books } from './books.ts'
import { call } from './call.ts'
import { channels } from './channels.ts'
import { components } from './components.ts'
import { home } from './home.ts'
import { jobs } from './jobs.ts'
import { layout } from './layout.ts'
import { log } from './log.ts'
import { login } from './login.ts'
import { notFound } from './not-found.ts'
import { prices } from './prices.ts'
import { pricing } from './pricing.ts'
import { redemptions } from './redemptions.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { tokens } from './tokens.ts'
import { wallet } from './wallet.ts'

export default {
  phrases: {
    about,
    books,
    call,
    channels,
    components,
    home,
    jobs,
    layout,
    log,
    login,
    notFound,
    prices,
    pricing,
    redemptions,
    session,
    settings,
    setup,
    tokens,
    wallet,
  },
  componentWords,
} satisfies LanguagePack
