import { Tag } from 'antd'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../components/code-block.tsx'
import { useGatewayAddress } from '../../session/status.tsx'
import type { Operation } from './api.ts'
import styles from './api-docs.module.css'
import { curlOf } from './curl.ts'
import { type Schema, schemaText } from './schema-text.ts'

/** One call: a line that opens into its input, its reply and an example. */
export function OperationRow({ operation }: { operation: Operation }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { method, path, summary } = operation
  return (
    <details className={styles.operation} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={styles.call} translate="no" lang="en">
          <b className={styles.method} data-method={method}>
            {method}
          </b>
          <code>{breakable(path)}</code>
        </span>
        <span className={styles.summary} lang="en">
          {summary}
        </span>
        <Tag>{t(`apiDocs.access.${operation['x-access']}`)}</Tag>
      </summary>
      {isOpen && <Details operation={operation} />}
    </details>
  )
}

/** A path that breaks between its words before it breaks inside one. */
const breakable = (path: string) =>
  path.split(/(?<=[/_])/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places
    <Fragment key={place}>
      {part}
      <wbr />
    </Fragment>
  ))

function Details({ operation }: { operation: Operation }) {
  const { t } = useTranslation()
  const address = useGatewayAddress()
  const { parameters = [], requestBody } = operation
  const body = requestBody?.content['application/json']?.schema
  const limit = operation['x-rate-limit']
  return (
    <div className={styles.details}>
      {operation['x-confirm'] && <p>{t('apiDocs.confirm')}</p>}
      {limit && <p>{t('apiDocs.limit', { attempts: limit.attempts, minutes: limit.windowSeconds / 60 })}</p>}
      {parameters.length > 0 && (
        <Shape
          title={t('apiDocs.parameters')}
          schema={{
            type: 'object',
            properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
            required: parameters.filter(({ required }) => required).map(({ name }) => name),
          }}
        />
      )}
      {body && <Shape title={t('apiDocs.body')} schema={body} />}
      {replyOf(operation) && <Shape title={t('apiDocs.reply')} schema={replyOf(operation) ?? {}} />}
      <h3>{t('apiDocs.example')}</h3>
      <CodeBlock code={curlOf(operation, address)} what={t('apiDocs.example')} />
    </div>
  )
}

/** The reply on success: failures are the same everywhere. */
function replyOf({ responses }: Operation): Schema | undefined {
  const [content] = Object.values(responses['200']?.content ?? {})
  return content?.schema.anyOf?.[0] ?? content?.schema
}

function Shape({ title, schema }: { title: string; schema: Schema }) {
  return (
    <>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
      <pre className={styles.shape} tabIndex={0} translate="no" lang="en">
        {schemaText(schema)}
      </pre>
    </>
  )
}
