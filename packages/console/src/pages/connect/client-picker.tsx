import { SearchOutlined } from '@ant-design/icons'
import { type ClientGuide, clientGuides } from '@tollgate/contract'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { generatePath, Link, useLocation, useNavigate } from 'react-router'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { paths } from '../../lib/paths.ts'
import styles from './connect.module.css'
import { Monogram } from './monogram.tsx'

const KINDS: readonly ClientGuide['kind'][] = ['agent', 'editor', 'chat', 'library']

/** The address of a client. A token named in the address stays in it. */
function usePathOf() {
  const { search } = useLocation()
  return (client: string) => generatePath(paths.connectClient, { client }) + search
}

const isCalled = (query: string) => (guide: ClientGuide) =>
  guide.name.toLowerCase().includes(query.trim().toLowerCase())

/** All clients by kind, searchable by name: a column, or a list that opens on a phone. */
export function ClientPicker({ chosen }: { chosen: ClientGuide }) {
  return useIsPhone() ? <ClientSelect chosen={chosen} /> : <ClientColumn chosen={chosen} />
}

function ClientColumn({ chosen }: { chosen: ClientGuide }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const pathOf = usePathOf()
  const [query, setQuery] = useState('')
  const found = clientGuides.filter(isCalled(query))
  const [first] = found
  return (
    <nav className={styles.clients} aria-label={t('connect.clients')}>
      <Input
        allowClear
        aria-label={t('connect.find')}
        placeholder={t('connect.find')}
        prefix={<SearchOutlined />}
        value={query}
        onChange={event => setQuery(event.target.value)}
        onPressEnter={event => {
          if (first && !event.nativeEvent.isComposing) navigate(pathOf(first.id))
        }}
      />
      <p role="status" className={styles.nothing}>
        {found.length === 0 && t('connect.nothing', { query: query.trim() })}
      </p>
      {KINDS.map(kind => ({ kind, guides: found.filter(guide => guide.kind === kind) }))
        .filter(({ guides }) => guides.length > 0)
        .map(({ kind, guides }) => (
          <section key={kind}>
            <h2 id={`clients-${kind}`}>{t(`connect.kinds.${kind}`)}</h2>
            <ul aria-labelledby={`clients-${kind}`}>
              {guides.map(guide => (
                <li key={guide.id}>
                  <Link to={pathOf(guide.id)} aria-current={guide.id === chosen.id ? 'page' : undefined}>
                    <Monogram guide={guide} />
                    <span translate="no">{guide.name}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </nav>
  )
}

function ClientSelect({ chosen }: { chosen: ClientGuide }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const pathOf = usePathOf()
  return (
    <Select
      size="large"
      showSearch={{ optionFilterProp: 'title' }}
      aria-label={t('connect.client')}
      value={chosen.id}
      onChange={id => navigate(pathOf(id))}
      options={KINDS.map(kind => ({
        label: t(`connect.kinds.${kind}`),
        options: clientGuides
          .filter(guide => guide.kind === kind)
          .map(guide => ({
            value: guide.id,
            title: guide.name,
            label: (
              <span className={styles.option} translate="no">
                <Monogram guide={guide} />
                {guide.name}
              </span>
            ),
          })),
      }))}
    />
  )
}
