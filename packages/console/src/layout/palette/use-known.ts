import { useQuery } from '@tanstack/react-query'
import { type Access, languageLines, type NeededRight, OFFERED_LANGUAGES } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { places } from '../../lib/places.ts'
import { changeLanguage, currentLanguage } from '../../phrases/index.ts'
import { mayOpen } from '../../session/guard.tsx'
import { useMay, useUser } from '../../session/user.ts'
import { type SideLink, useSideMenu, useTopLinks } from '../menus.ts'
import { useThemeMode } from '../theme-mode.ts'
import { useSignOut } from '../use-sign-out.ts'
import type { Entry } from './entry.ts'

/** The entries found without asking the server. */
export interface Known {
  pages: readonly Entry[]
  actions: readonly Entry[]
  settings: readonly Entry[]
}

export function useKnown(): Known {
  return { pages: usePages(), actions: useActions(), settings: useOptions() }
}

/** Every page in this user's menus, once each. */
function usePages(): Entry[] {
  const inMenu = useSideMenu().flatMap(group => group.links)
  const known = new Set(inMenu.map(link => link.to))
  const links: SideLink[] = [...inMenu, ...useTopLinks().filter(link => !known.has(link.to))]
  return links.map(({ to, title, opens }) =>
    opens
      ? {
          key: `${to} ${title}`,
          title,
          hint: to,
          run: () => void window.open(to, TARGETS[opens], 'noopener,noreferrer'),
        }
      : { key: to, title, hint: to, to },
  )
}

const TARGETS = { here: '_self', 'new-tab': '_blank' } as const

/** Actions available anywhere, if the user's role allows them. */
function useActions(): Entry[] {
  const { t } = useTranslation()
  const user = useUser()
  const [mode, setMode] = useThemeMode()
  const { mutate: leave } = useSignOut()
  const other = mode === 'dark' ? 'light' : 'dark'
  const actions: (Entry & { access: Access; right?: NeededRight })[] = [
    {
      access: 'admin',
      right: { all: ['channels.operate', 'channels.keys'] },
      key: 'channel',
      title: t('channels.add'),
      to: paths.addChannel,
    },
    {
      access: 'admin',
      right: 'channels.operate',
      key: 'test',
      title: t('layout.palette.testSome'),
      fill: `${t('layout.palette.testWord')} `,
    },
    { access: 'user', key: 'token', title: t('tokens.add'), to: places.newToken },
    { access: 'admin', right: 'users.edit', key: 'user', title: t('users.add'), to: paths.addUser },
    {
      access: 'public',
      key: 'theme',
      title: t(other === 'dark' ? 'layout.toDark' : 'layout.toLight'),
      also: t('layout.palette.theme'),
      run: () => setMode(other),
    },
    ...OFFERED_LANGUAGES.filter(language => language !== currentLanguage()).map(language => ({
      access: 'public' as const,
      key: language,
      title: languageLines[language].name,
      also: t('layout.language'),
      hint: t('layout.language'),
      lang: language,
      run: () => void changeLanguage(language),
    })),
    { access: 'user', key: 'leave', title: t('layout.signOut'), run: () => leave() },
  ]
  return actions.filter(({ access, right }) => mayOpen(access, user, right))
}

const NONE: Entry[] = []

/** Their phrases are loaded when the palette first opens. */
function useOptions(): readonly Entry[] {
  const isAdmin = useMay({ any: ['settings', 'prices'] })
  const language = currentLanguage()
  const { data } = useQuery({
    queryKey: ['palette', 'settings', language],
    queryFn: async () => (await import('./option-entries.ts')).optionEntries(language),
    enabled: isAdmin,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? NONE
}
