import { useTranslation } from 'react-i18next'

/** A request's body as the client sends it, and as it goes up; changed lines stand out. */
export function ExampleCall({ before, after }: { before: object; after: object }) {
  const { t } = useTranslation()
  const sent = linesOf(before)
  return (
    <>
      <span>{t('channelEditors.before')}</span>
      <pre>{sent.join('\n')}</pre>
      <span>{t('channelEditors.after')}</span>
      <pre>
        {linesOf(after).map(line => (
          <span key={line} data-changed={!sent.includes(line)}>
            {`${line}\n`}
          </span>
        ))}
      </pre>
    </>
  )
}

const linesOf = (body: object): string[] =>
  Object.entries(body).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
