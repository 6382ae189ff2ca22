import { useTranslation } from 'react-i18next'
import { Outcome } from '../../../components/example/outcome.tsx'

/** A request's body as the client sends it, and as it goes up; changed lines stand out. */
export const ExampleCall = ({ before, after }: { before: object; after: object }) => (
  <ExampleLines before={linesOf(before)} after={linesOf(after)} />
)

/** The same of lines. */
export function ExampleLines({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <Outcome
      parts={[
        { label: t('channelEditors.before'), lines: before },
        { label: t('channelEditors.after'), lines: after, changed: line => !before.includes(line) },
      ]}
    />
  )
}

const linesOf = (body: object): string[] =>
  Object.entries(body).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
