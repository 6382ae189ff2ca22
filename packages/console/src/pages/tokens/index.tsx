import {
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
  PlusOutlined,
} from '@ant-design/icons'
import { TOKEN_STATUS, type Token } from '@tollgate/contract'
import { Alert, App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  BulkBar,
  DataTable,
  FilterBar,
  ListPage,
  type RowAction,
  SearchInput,
  useListState,
} from '../../components/data-table/index.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { useCopy } from '../../components/use-copy.tsx'
import { useUndoToast } from '../../components/use-undo-toast.tsx'
import { stored } from '../../lib/storage.ts'
import { TOKEN_FILTERS, useDeleteToken, useSwitchToken, useTokens } from './api.ts'
import { useTokenColumns } from './columns.tsx'
import { TokenForm } from './form.tsx'
import { keyOf } from './key.ts'
import { NewKeys } from './new-keys.tsx'

export default function TokensPage() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const copy = useCopy()
  const list = useListState(TOKEN_FILTERS, stored.tokenPageSize)
  const columns = useTokenColumns()
  const [edited, setEdited] = useState<Token | 'new'>()
  const [created, setCreated] = useState<Token[]>([])
  const [selected, setSelected] = useState<Token[]>([])
  const actionsOf = useTokenActions(setEdited)

  const addToken = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited('new')}>
      {t('tokens.add')}
    </Button>
  )
  const copySelected = () => {
    if (selected.length === 0) message.warning(t('tokens.chooseOne'))
    else copy(selected.map(token => `${token.name}    ${keyOf(token)}`).join('\n'))
  }

  return (
    <ListPage title={t('layout.pages.tokens')} intro={t('tokens.intro')} aside={addToken}>
      <Alert type="warning" showIcon title={t('tokens.selfUseOnly')} />
      <FilterBar
        list={list}
        end={
          <Button icon={<CopyOutlined />} onClick={copySelected}>
            {t('tokens.copySelected')}
          </Button>
        }
      >
        {TOKEN_FILTERS.map(name => (
          <SearchInput
            key={name}
            label={t(`tokens.filters.${name}`)}
            value={list.filters[name]}
            onSearch={text => list.setFilters({ [name]: text })}
            style={{ width: 220 }}
          />
        ))}
      </FilterBar>
      <BulkBar count={selected.length} onClear={() => setSelected([])}>
        <Button size="small" onClick={copySelected}>
          {t('tokens.copySelected')}
        </Button>
      </BulkBar>
      <DataTable
        list={list}
        query={useTokens(list)}
        columns={columns}
        nameOf={token => token.name}
        actions={actionsOf}
        isDimmed={token => token.status !== TOKEN_STATUS.enabled}
        selection={{ selected, onSelect: setSelected }}
        first={{ title: t('tokens.emptyTitle'), hint: t('tokens.emptyHint'), action: addToken }}
      />
      {edited && (
        <TokenForm
          token={edited === 'new' ? undefined : edited}
          onCreated={setCreated}
          onClose={() => setEdited(undefined)}
        />
      )}
      {created.length > 0 && <NewKeys tokens={created} onClose={() => setCreated([])} />}
    </ListPage>
  )
}

function useTokenActions(edit: (token: Token) => void): (token: Token) => RowAction[] {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const toastWithUndo = useUndoToast()
  const { mutate: switchToken } = useSwitchToken()
  const { mutate: remove } = useDeleteToken()

  const turn = ({ id, name }: Token, isOn: boolean) => {
    const said = t(isOn ? 'tokens.enabled' : 'tokens.disabled', { name })
    const undo = () => switchToken({ id, isOn: !isOn })
    switchToken({ id, isOn }, { onSuccess: () => toastWithUndo(said, undo) })
  }
  const askAndDelete = async ({ id, name }: Token) => {
    const agreed = await confirm({
      title: t('tokens.deleteTitle', { name }),
      consequence: t('tokens.deleteConsequence'),
      agree: t('tokens.delete'),
      danger: true,
    })
    if (agreed) remove(id)
  }

  return token => {
    const isOn = token.status === TOKEN_STATUS.enabled
    return [
      {
        key: 'switch',
        label: isOn ? t('tokens.disable') : t('tokens.enable'),
        icon: isOn ? <PauseCircleOutlined /> : <PlayCircleOutlined />,
        frequent: true,
        onClick: () => turn(token, !isOn),
      },
      { key: 'edit', label: t('tokens.edit'), icon: <EditOutlined />, frequent: true, onClick: () => edit(token) },
      {
        key: 'delete',
        label: t('tokens.delete'),
        icon: <DeleteOutlined />,
        danger: true,
        onClick: () => askAndDelete(token),
      },
    ]
  }
}
