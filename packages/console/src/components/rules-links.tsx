import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useStatus } from '../session/status.tsx'

/** The site's rules that newcomers agree to; empty if it has none. */
export function useRules(): ('userAgreement' | 'privacyPolicy')[] {
  const { user_agreement_enabled, privacy_policy_enabled } = useStatus()
  return [
    ...(user_agreement_enabled ? (['userAgreement'] as const) : []),
    ...(privacy_policy_enabled ? (['privacyPolicy'] as const) : []),
  ]
}

/** Links to the site's rules, after the given words. They open in a new tab, so that typed input is kept. */
export function RulesLinks({ words }: { words: string }) {
  const { t } = useTranslation()
  return (
    <>
      {words}
      {useRules().map((rule, at) => (
        <span key={rule}>
          {at > 0 && ' ·'}{' '}
          <Link to={paths[rule]} target="_blank" style={{ textDecoration: 'underline' }}>
            {t(`layout.pages.${rule}`)}
          </Link>
        </span>
      ))}
    </>
  )
}
