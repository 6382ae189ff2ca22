import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ThemeMode } from '@tollgate/contract'
import { App, ConfigProvider } from 'antd'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Accent, accentFor } from '../accent.ts'
import { askedDialog } from '../components/asked-dialog.tsx'
import { Hints } from '../components/hint/index.tsx'
import { againAfterFailure, mayPass } from '../lib/again-after-failure.ts'
import { askAgain } from '../lib/ask-again.ts'
import { confirmWith } from '../lib/ask-to-confirm.ts'
import { signInWith } from '../lib/ask-to-sign-in.ts'
import { stored, useStored } from '../lib/storage.ts'
import { useMediaQuery } from '../lib/use-media-query.ts'
import { componentWords, i18n } from '../phrases/index.ts'
import { StatusProvider } from '../session/status.tsx'
import { themeFor } from '../theme.ts'
import { useThemeMode } from './theme-mode.ts'
import { useLook } from './use-look.ts'

/** Opens when a call needs a fresh confirmation; `lib/call.ts` then makes the call again. */
const ConfirmIdentity = askedDialog(confirmWith, () => import('../components/confirm-identity-dialog.tsx'))

/** Opens when a call meets a session that has ended; `lib/call.ts` then makes the call again. */
const SignInAgain = askedDialog(signInWith, () => import('../components/sign-in-again-dialog.tsx'))

/** Theme, language, toasts and queries around the whole console. */
export function Providers({ children }: { children: ReactNode }) {
  const [mode] = useThemeMode()
  const reducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)')
  const look = useLook()
  const accent = useAccent(mode, look.accent)
  const theme = useMemo(() => themeFor(mode, reducedMotion, look, accent), [mode, reducedMotion, look, accent])
  const pageColor = theme.token?.colorBgLayout ?? ''
  useEffect(() => {
    // Also behind the scroll bar and beyond the ends of the page.
    document.documentElement.style.background = pageColor
  }, [pageColor])
  useLayoutEffect(() => {
    // For style sheets, before the first paint.
    document.documentElement.dataset.density = look.density
  }, [look.density])
  // Re-renders when the language changes, so that the components get their texts.
  useTranslation()
  return (
    <ConfigProvider theme={theme} locale={componentWords()} button={{ autoInsertSpace: false }}>
      <App>
        <Queries>{children}</Queries>
      </App>
    </ConfigProvider>
  )
}

/** The user's accent colour, or else the operator's in the latest status, which the page waits for before it shows anything. */
function useAccent(mode: ThemeMode, own: string | undefined): Accent | undefined {
  const [status] = useStored(stored.status)
  const { accent_color = '', accent_color_dark = '' } = own ? { accent_color: own } : (status ?? {})
  return useMemo(() => accentFor(mode, { accent_color, accent_color_dark }), [mode, accent_color, accent_color_dark])
}

function Queries({ children }: { children: ReactNode }) {
  const { message } = App.useApp()
  const [client] = useState(() => queryClient(text => void message.error(text)))
  useEffect(() => {
    // The server's own sentences are in the language of the request.
    const askAll = () => void askAgain(client)
    i18n.on('languageChanged', askAll)
    return () => i18n.off('languageChanged', askAll)
  }, [client])
  return (
    <QueryClientProvider client={client}>
      <StatusProvider>
        {children}
        <ConfirmIdentity />
        <SignInAgain />
        <Hints />
      </StatusProvider>
    </QueryClientProvider>
  )
}

/**
 * A failed change shows a toast, unless `meta.quiet` is set because the page shows it; a failed read is shown in the
 * place of its data.
 */
function queryClient(tell: (text: string) => void): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        if (!mutation.meta?.quiet) tell(error.message)
      },
    }),
    defaultOptions: {
      queries: {
        retry: worthAnotherTry,
        staleTime: 5_000,
        refetchInterval: ({ state }) => againAfterFailure(state),
      },
    },
  })
}

const worthAnotherTry = (failures: number, error: Error): boolean => failures < 2 && mayPass(error)
