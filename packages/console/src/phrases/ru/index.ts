import type { Phrases } from '../language-pack.ts'
import { about } from './about.ts'
import { alerts } from './alerts.ts'
import { apiDocs } from './api-docs.ts'
import { books } from './books.ts'
import { call } from './call.ts'
import { channelEditors } from './channel-editors.ts'
import { channelHealth } from './channel-health.ts'
import { channelKeys } from './channel-keys.ts'
import { channelTests } from './channel-tests.ts'
import { channelTools } from './channel-tools.ts'
import { channels } from './channels.ts'
import { chat } from './chat.ts'
import { clientNotes } from './client-notes.ts'
import { components } from './components.ts'
import { connect } from './connect.ts'
import { dashboard } from './dashboard.ts'
import { drawings } from './drawings.ts'
import { home } from './home.ts'
import { identities } from './identities.ts'
import { inbox } from './inbox.ts'
import { invitations } from './invitations.ts'
import { jobs } from './jobs.ts'
import { layout } from './layout.ts'
import { limits } from './limits.ts'
import { lists } from './lists.ts'
import { log } from './log.ts'
import { login } from './login.ts'
import { losses } from './losses.ts'
import { messages } from './messages.ts'
import { modelPage } from './model-page.ts'
import { modelsPrices } from './models-prices.ts'
import { movingIn } from './moving-in.ts'
import { notFound } from './not-found.ts'
import { orders } from './orders.ts'
import { overview } from './overview.ts'
import { personal } from './personal.ts'
import { plans } from './plans.ts'
import { playground } from './playground.ts'
import { prices } from './prices.ts'
import { pricing } from './pricing.ts'
import { reasons } from './reasons.ts'
import { redemptions } from './redemptions.ts'
import { refunds } from './refunds.ts'
import { register } from './register.ts'
import { reset } from './reset.ts'
import { rightWords } from './right-words.ts'
import { rights } from './rights.ts'
import { security } from './security.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { statement } from './statement.ts'
import { system } from './system.ts'
import { tasks } from './tasks.ts'
import { teams } from './teams.ts'
import { tokens } from './tokens.ts'
import { tryIt } from './try-it.ts'
import { unsubscribe } from './unsubscribe.ts'
import { users } from './users.ts'
import { wallet } from './wallet.ts'

export default {
  about,
  alerts,
  apiDocs,
  books,
  call,
  channelEditors,
  channelHealth,
  channelTests,
  channelKeys,
  channels,
  channelTools,
  chat,
  clientNotes,
  components,
  connect,
  dashboard,
  drawings,
  home,
  identities,
  inbox,
  invitations,
  jobs,
  layout,
  limits,
  lists,
  log,
  login,
  losses,
  messages,
  modelPage,
  modelsPrices,
  movingIn,
  notFound,
  orders,
  overview,
  personal,
  plans,
  playground,
  prices,
  pricing,
  reasons,
  redemptions,
  refunds,
  register,
  reset,
  rightWords,
  rights,
  security,
  session,
  settings,
  setup,
  statement,
  system,
  tasks,
  teams,
  tokens,
  tryIt,
  unsubscribe,
  users,
  wallet,
} satisfies Phrases
