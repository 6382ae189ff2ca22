import { ApartmentOutlined, DisconnectOutlined, LinkOutlined, MessageOutlined, PlusOutlined } from '@ant-design/icons'
import { CHILD_KEY_DEPTH_MAX, TOKEN_STATUS, type Token } from '@tollgate/contract'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import {
  BulkBar,
  ColumnChooser,
  CopySelected,
  DataTable,
  FilterBar,
  ListPage,
  type RowAction,
  SearchInput,
  SeveralSelect,
  useColumnChoice,
  useListState,
  useUsualActions,
  ViewsMenu,
} from '../../components/data-table/index.ts'
import { lazyForm } from '../../components/lazy-form.tsx'
import { SelectAll } from '../../components/many/select-all.tsx'
import { useBatch } from '../../components/many/use-batch.ts'
import { stateKinds, stateOfToken } from '../../components/token-state.ts'
import { useAsked } from '../../components/use-asked.ts'
import { useOpened } from '../../components/use-opened.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { paths } from '../../lib/paths.ts'
import { stored } from '../../lib/storage.ts'
import { keyOf } from '../../lib/token-key.ts'
import { withPhrases } from '../../phrases/index.ts'
import { useChats } from '../../session/chats.ts'
import { NextStep } from '../first-steps/next-step.tsx'
import {
  readTokens,
  TOKEN_FILTERS,
  useDeleteToken,
  useFreeze,
  useSwitchToken,
  useTokens,
  useUsableGroups,
} from './api.ts'
import { type TokenLine, useTokenLines } from './branches.ts'
import { useTokenColumns } from './columns.tsx'

const BatchProgress = lazyPart(async () => ({
  default: (await import('../../components/many/batch-progress.tsx')).BatchProgress,
}))
const ChangeTokens = lazyPart(async () => ({ default: (await import('./change-tokens.tsx')).ChangeTokens }))
const TokenForm = lazyForm(() => import('./form.tsx').then(file => file.TokenForm))
const ChildForm = lazyForm(() => import('./child-form.tsx').then(file => file.ChildForm))
const NewKeys = lazyForm(() => withPhrases(['tokens', 'tryIt'], import('./new-keys.tsx')).then(file => file.NewKeys))

/** The queries that a change of several tokens makes old. */
const CHANGED = ['tokens']

export default function TokensPage() {
  const { t } = useTranslation()
  const list = useListState(TOKEN_FILTERS, stored.tokenPageSize, 'tokens')
  const query = useTokenLines(useTokens(list))
  const columns = useColumnChoice(useTokenColumns(), stored.tokenColumns)
  const form = useOpened<Token>()
  const child = useOpened<Token>()
  const [created, setCreated] = useState<Token[]>([])
  const batch = useBatch(CHANGED)
  const [selected, setSelected] = useState<TokenLine[]>([])
  const actionsOf = useTokenActions(form.open, child.open)
  const groups = useUsableGroups()
  const choices = {
    status: Object.entries(TOKEN_STATUS).map(([state, status]) => ({
      value: String(status),
      label: t(`tokens.states.${state as keyof typeof TOKEN_STATUS}`),
    })),
    group: Object.keys(groups).map(group => ({ value: group, label: group })),
  }
  useAsked('new', form.open)

  const addToken = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => form.open()}>
      {t('tokens.add')}
    </Button>
  )
  const copying = {
    label: t('tokens.copySelected'),
    none: t('tokens.chooseOne'),
    lines: selected.map(token => `${token.name}    ${keyOf(token)}`),
  }

  return (
    <ListPage
      form={TokenForm}
      title={t('layout.pages.tokens')}
      intro={t('tokens.intro')}
      aside={
        <>
          <Link to={paths.connect}>{t('layout.pages.connect')}</Link>
          {addToken}
        </>
      }
    >
      <Alert type="warning" showIcon title={t('tokens.selfUseOnly')} />
      <FilterBar
        list={list}
        end={
          <>
            <CopySelected {...copying} />
            <ViewsMenu list="tokens" columns={columns.visible} />
            <ColumnChooser choice={columns} sorting={list} />
          </>
        }
      >
        {[
          ...(['keyword', 'token'] as const).map(name => (
            <SearchInput
              key={name}
              label={t(`tokens.filters.${name}`)}
              value={list.filters[name]}
              onSearch={text => list.setFilters({ [name]: text })}
              style={{ width: 220 }}
            />
          )),
          ...(['status', 'group'] as const).map(name => (
            <SeveralSelect
              key={name}
              label={t(`tokens.columns.${name}`)}
              value={list.filters[name]}
              onChange={values => list.setFilters({ [name]: values })}
              style={{ width: 150 }}
              options={choices[name]}
            />
          )),
        ]}
      </FilterBar>
      <BulkBar count={selected.length} onClear={() => setSelected([])}>
        <SelectAll
          total={query.data?.total ?? 0}
          selected={selected.length}
          read={readTokens(list)}
          onSelect={setSelected}
        />
        <CopySelected {...copying} isSmall />
        <ChangeTokens batch={batch} tokens={selected} onChanged={() => setSelected([])} />
      </BulkBar>
      {batch.batch && <BatchProgress batch={batch} />}
      <DataTable<TokenLine>
        list={list}
        query={query}
        columns={columns.visible}
        keepsLeftOut
        layout={columns.layout}
        onLeftOut={columns.onLeftOut}
        nameOf={token => token.name}
        actions={actionsOf}
        isDimmed={token => token.status !== TOKEN_STATUS.enabled || token.frozen}
        selection={{ selected, onSelect: setSelected }}
        first={{ title: t('tokens.emptyTitle'), hint: t('tokens.emptyHint'), action: addToken }}
      />
      {form.opened && (
        <TokenForm key={form.opened.key} token={form.opened.row} onCreated={setCreated} onClose={form.close} />
      )}
      {child.opened?.row && (
        <ChildForm key={child.opened.key} parent={child.opened.row} onCreated={setCreated} onClose={child.close} />
      )}
      {created.length > 0 && <NewKeys tokens={created} onClose={() => setCreated([])} />}
      <NextStep />
    </ListPage>
  )
}

function useTokenActions(edit: (token: Token) => void, makeChild: (token: Token) => void) {
  const { t } = useTranslation()
  const { mutate: switchToken } = useSwitchToken()
  const { mutate: remove } = useDeleteToken()
  const { mutate: freeze } = useFreeze()
  const chats = useChats()
  const navigate = useNavigate()
  const usualActions = useUsualActions<Token>({
    isOn: ({ status }) => status === TOKEN_STATUS.enabled,
    turn: ({ id }, isOn, then) => switchToken({ id, isOn }, then),
    edit,
    question: ({ name }) => ({ title: t('tokens.deleteTitle', { name }), consequence: t('tokens.deleteConsequence') }),
    remove: ({ id }) => remove(id),
  })
  return (token: Token): RowAction[] => {
    const [turn, edit, deletion] = usualActions(token)
    const launches = chats.map(({ name, to }) => ({
      key: to,
      label: t('chat.openIn', { name }),
      icon: <MessageOutlined />,
      disabled: stateKinds[stateOfToken(token, Date.now() / 1000)] !== 'good',
      onClick: () => navigate(`${to}${to.includes('?') ? '&' : '?'}token=${token.id}`),
    }))
    const isActive = stateKinds[stateOfToken(token, Date.now() / 1000)] === 'good'
    const branch = [
      {
        key: 'child',
        label: t('tokens.child.make'),
        icon: <ApartmentOutlined />,
        disabled: !isActive || token.depth >= CHILD_KEY_DEPTH_MAX,
        onClick: () => makeChild(token),
      },
      {
        key: 'freeze',
        label: t(token.is_frozen ? 'tokens.child.thaw' : 'tokens.child.freeze'),
        icon: token.is_frozen ? <LinkOutlined /> : <DisconnectOutlined />,
        onClick: () => freeze({ id: token.id, frozen: !token.is_frozen }),
      },
    ]
    return [turn, edit, ...branch, ...launches, deletion]
  }
}
