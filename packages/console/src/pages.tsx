import {
  ApiOutlined,
  AuditOutlined,
  BarChartOutlined,
  ClockCircleOutlined,
  CrownOutlined,
  DollarOutlined,
  ExperimentOutlined,
  FileTextOutlined,
  GiftOutlined,
  HddOutlined,
  KeyOutlined,
  LinkOutlined,
  MessageOutlined,
  PictureOutlined,
  PlaySquareOutlined,
  SettingOutlined,
  ShoppingOutlined,
  TeamOutlined,
  UsergroupAddOutlined,
  UserOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { Access, NeededRight, SiteStatus } from '@tollgate/contract'
import type { ComponentType, ReactNode } from 'react'
import { type LazyPart, lazyPart } from './lib/lazy-part.tsx'
import { paths } from './lib/paths.ts'
import type { en } from './phrases/en/index.ts'
import { withPhrases } from './phrases/index.ts'
import { overviewPanelsOf } from './session/overview-panels-of.ts'

export const MENU_GROUPS = ['console', 'chat', 'admin', 'personal', 'links'] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

interface MenuPlace {
  group: MenuGroup
  icon: ReactNode
  /** The role whose menu shows it, if fewer users see it than may open it. */
  access?: Access
  right?: NeededRight
  when?: (status: SiteStatus) => boolean
}

interface Placement {
  /** The right a limited administrator needs to open it. */
  right?: NeededRight
  /** Its place in the side menu; a page without one is only linked. */
  menu?: MenuPlace
  /** The address of the page that leads to it, which menus show as current. */
  under?: string
  /** Linked in the top bar. */
  topBar?: true
  /** Shown without the side menu: the home, set-up and chat pages. */
  wide?: true
}

export interface Page extends Placement {
  /** Every address of the page; menus link to the first. */
  addresses: string[]
  title: keyof typeof en.layout.pages
  access: Access
  component: LazyPart<object>
}

/** The icon of each of the operator's chats, which the menu shows after the pages of their group. */
export const chatIcon: ReactNode = <MessageOutlined />

/** The icon of each of the operator's entries, by its name in the option. */
export const menuIcons: Partial<Record<string, ReactNode>> = {
  link: <LinkOutlined />,
  file: <FileTextOutlined />,
  message: <MessageOutlined />,
  chart: <BarChartOutlined />,
  gift: <GiftOutlined />,
  money: <DollarOutlined />,
  team: <TeamOutlined />,
  api: <ApiOutlined />,
  picture: <PictureOutlined />,
  key: <KeyOutlined />,
  clock: <ClockCircleOutlined />,
}

/** Every page of the console. Menus keep this order inside their groups. */
export const pages: Page[] = [
  page([paths.home], 'home', 'public', () => withPhrases(['home', 'pricing'], import('./pages/home/index.tsx')), {
    topBar: true,
    wide: true,
  }),
  page([paths.setup], 'setup', 'public', () => withPhrases(['setup'], import('./pages/setup/index.tsx')), {
    wide: true,
  }),
  page([paths.login], 'login', 'public', () => import('./pages/login/index.tsx')),
  page([paths.register], 'register', 'public', () => import('./pages/register/index.tsx')),
  page([paths.invitation], 'invitation', 'public', () =>
    withPhrases(['invitations'], import('./pages/invitation/index.tsx')),
  ),
  page([paths.reset], 'reset', 'public', () => import('./pages/reset/index.tsx')),
  page([paths.confirmReset], 'reset', 'public', () => import('./pages/reset/confirm.tsx')),
  page([paths.unsubscribe], 'unsubscribe', 'public', () =>
    withPhrases(['unsubscribe'], import('./pages/unsubscribe/index.tsx')),
  ),
  page([paths.oauth], 'login', 'public', () => import('./pages/oauth/index.tsx')),
  page([paths.oauthTelegram], 'login', 'public', () => import('./pages/oauth/telegram.tsx')),
  page(
    [paths.dashboard],
    'dashboard',
    'user',
    () => withPhrases(['dashboard'], import('./pages/dashboard/index.tsx')),
    inMenu('console', <BarChartOutlined />, {
      when: status => status.enable_data_export || overviewPanelsOf(status).length > 1,
    }),
  ),
  page(
    [paths.tokens],
    'tokens',
    'user',
    () => withPhrases(['tokens', 'chat', 'limits'], import('./pages/tokens/index.tsx')),
    inMenu('console', <KeyOutlined />),
  ),
  page(
    [paths.connect, paths.connectClient],
    'connect',
    'user',
    () => withPhrases(['clientNotes', 'connect', 'tokens'], import('./pages/connect/index.tsx')),
    inMenu('console', <LinkOutlined />),
  ),
  page(
    [paths.playground],
    'playground',
    'user',
    () => withPhrases(['playground'], import('./pages/playground/index.tsx')),
    inMenu('console', <ExperimentOutlined />),
  ),
  page(
    [paths.log],
    'log',
    'user',
    () => withPhrases(['log'], import('./pages/log/index.tsx')),
    inMenu('console', <FileTextOutlined />),
  ),
  page([paths.receipt], 'receipt', 'user', () => withPhrases(['log'], import('./pages/log/receipt-page.tsx')), {
    under: paths.log,
  }),
  page(
    [paths.drawings],
    'drawings',
    'user',
    () => withPhrases(['drawings', 'tasks'], import('./pages/drawings/index.tsx')),
    inMenu('console', <PictureOutlined />, { when: status => status.enable_drawing }),
  ),
  page(
    [paths.tasks],
    'tasks',
    'user',
    () => withPhrases(['tasks'], import('./pages/tasks/index.tsx')),
    inMenu('console', <PlaySquareOutlined />, { when: status => status.enable_task }),
  ),
  page(
    [paths.channels, paths.addChannel, paths.editChannel],
    'channels',
    'admin',
    () =>
      withPhrases(
        ['channels', 'channelTools', 'channelTests', 'channelKeys', 'channelHealth', 'limits'],
        import('./pages/channels/index.tsx'),
      ),
    forRight('channels.see', <ApiOutlined />),
  ),
  page(
    [paths.modelsPrices],
    'modelsPrices',
    'admin',
    () => withPhrases(['modelsPrices', 'prices', 'pricing', 'reasons'], import('./pages/models-prices/index.tsx')),
    forRight('prices', <DollarOutlined />),
  ),
  page(
    [paths.redemptions],
    'redemptions',
    'admin',
    () => withPhrases(['redemptions'], import('./pages/redemptions/index.tsx')),
    forRight('codes', <GiftOutlined />),
  ),
  page(
    [paths.orders],
    'orders',
    'admin',
    () => withPhrases(['orders', 'wallet'], import('./pages/orders/index.tsx')),
    forRight('users.balances', <ShoppingOutlined />),
  ),
  page(
    [paths.plans],
    'plans',
    'admin',
    () => withPhrases(['plans'], import('./pages/plans/index.tsx')),
    forRight({ any: ['prices', 'users.balances'] }, <CrownOutlined />),
  ),
  page(
    [paths.subscriptions],
    'subscriptions',
    'admin',
    () => withPhrases(['plans'], import('./pages/plans/subscriptions.tsx')),
    { right: 'users.see', under: paths.plans },
  ),
  page(
    [paths.users, paths.addUser, paths.editUser],
    'users',
    'admin',
    () => withPhrases(['users', 'limits'], import('./pages/users/index.tsx')),
    forRight('users.see', <TeamOutlined />),
  ),
  page(
    [paths.rights],
    'rights',
    'admin',
    () => withPhrases(['rights', 'rightWords'], import('./pages/rights/index.tsx')),
    { right: 'users.see', under: paths.users },
  ),
  page([paths.messages], 'messages', 'admin', () => withPhrases(['messages'], import('./pages/messages/index.tsx')), {
    right: 'messages',
    under: paths.users,
  }),
  page(
    [paths.invitations],
    'invitations',
    'root',
    () => withPhrases(['invitations', 'rights', 'rightWords'], import('./pages/invitations/index.tsx')),
    { under: paths.users },
  ),
  page(
    [paths.books],
    'books',
    'root',
    () => withPhrases(['books'], import('./pages/books/index.tsx')),
    inMenu('admin', <AuditOutlined />),
  ),
  page(
    [paths.jobs],
    'jobs',
    'root',
    () => withPhrases(['jobs'], import('./pages/jobs/index.tsx')),
    inMenu('admin', <ClockCircleOutlined />),
  ),
  page(
    [paths.system],
    'system',
    'admin',
    () => withPhrases(['system', 'settings'], import('./pages/system/index.tsx')),
    forRight('jobs', <HddOutlined />),
  ),
  page(
    [paths.movingIn, paths.importRun],
    'movingIn',
    'root',
    () => withPhrases(['movingIn'], import('./pages/moving-in/index.tsx')),
    { under: paths.jobs },
  ),
  page([paths.shadow], 'movingIn', 'root', () => withPhrases(['movingIn'], import('./pages/moving-in/shadow.tsx')), {
    under: paths.jobs,
  }),
  page([paths.switch], 'movingIn', 'root', () => withPhrases(['movingIn'], import('./pages/moving-in/switch.tsx')), {
    under: paths.jobs,
  }),
  page(
    [paths.settings],
    'settings',
    'user',
    () => withPhrases(['settings', 'alerts', 'prices', 'reasons', 'rightWords'], import('./pages/settings/index.tsx')),
    inMenu('admin', <SettingOutlined />, { access: 'admin', right: { any: ['settings', 'prices'] } }),
  ),
  page(
    [paths.wallet],
    'wallet',
    'user',
    () => withPhrases(['wallet', 'plans'], import('./pages/wallet/index.tsx')),
    inMenu('personal', <WalletOutlined />),
  ),
  page(
    [paths.statement],
    'statement',
    'user',
    () => withPhrases(['statement', 'users'], import('./pages/statement/index.tsx')),
    { under: paths.wallet },
  ),
  page(
    [paths.invoice],
    'invoice',
    'user',
    () => withPhrases(['orders', 'wallet'], import('./pages/orders/invoice-page.tsx')),
    { under: paths.wallet },
  ),
  page(
    [paths.teams],
    'teams',
    'user',
    () => withPhrases(['teams', 'limits'], import('./pages/teams/index.tsx')),
    inMenu('personal', <UsergroupAddOutlined />),
  ),
  page(
    [paths.personal],
    'personal',
    'user',
    () => withPhrases(['personal', 'wallet'], import('./pages/personal/index.tsx')),
    inMenu('personal', <UserOutlined />),
  ),
  page([paths.pricing], 'pricing', 'public', () => withPhrases(['pricing'], import('./pages/pricing/index.tsx')), {
    topBar: true,
  }),
  page(
    [paths.model],
    'model',
    'public',
    () => withPhrases(['clientNotes', 'modelPage', 'pricing', 'connect'], import('./pages/model/index.tsx')),
    { under: paths.pricing },
  ),
  page([paths.chats, paths.chat], 'chat', 'public', () => withPhrases(['chat'], import('./pages/chat/index.tsx')), {
    wide: true,
  }),
  page([paths.chatLink], 'chat', 'user', () => withPhrases(['chat'], import('./pages/chat/link.tsx')), { wide: true }),
  page([paths.apiDocs], 'apiDocs', 'public', () => withPhrases(['apiDocs'], import('./pages/api-docs/index.tsx'))),
  page([paths.about], 'about', 'public', () => withPhrases(['about'], import('./pages/about/index.tsx')), {
    topBar: true,
  }),
  page([paths.ownPage], 'ownPage', 'public', () => withPhrases(['about'], import('./pages/about/own-page.tsx'))),
  page([paths.userAgreement], 'userAgreement', 'public', () =>
    withPhrases(['about'], import('./pages/about/rules.tsx')),
  ),
  page([paths.privacyPolicy], 'privacyPolicy', 'public', () =>
    withPhrases(['about'], import('./pages/about/rules.tsx')),
  ),
  page(['*'], 'notFound', 'public', () => import('./pages/not-found/index.tsx')),
]

function page(
  addresses: string[],
  title: Page['title'],
  access: Access,
  load: () => Promise<{ default: ComponentType }>,
  placement: Placement = {},
): Page {
  return { addresses, title, access, component: lazyPart(load), ...placement }
}

/** For administrators with a right. */
function forRight(right: NeededRight, icon: ReactNode): Placement {
  return { right, ...inMenu('admin', icon) }
}

function inMenu(group: MenuGroup, icon: ReactNode, more: Pick<MenuPlace, 'access' | 'right' | 'when'> = {}): Placement {
  return { menu: { group, icon, ...more } }
}
