import {
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
  PlusOutlined,
} from '@ant-design/icons'
import { REDEMPTION_STATUS, type Redemption } from '@tollgate/contract'
import { App, Button } from 'antd'
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
import { REDEMPTION_FILTERS, useDeleteRedemption, useRedemptions, useSwitchRedemption } from './api.ts'
import { useRedemptionColumns } from './columns.tsx'
import { CreatedCodes } from './created-codes.tsx'
import { type NewCodes, RedemptionForm } from './form.tsx'

export default function RedemptionsPage() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const copy = useCopy()
  const list = useListState(REDEMPTION_FILTERS, stored.redemptionPageSize)
  const columns = useRedemptionColumns()
  const [edited, setEdited] = useState<Redemption | 'new'>()
  const [created, setCreated] = useState<NewCodes>()
  const [selected, setSelected] = useState<Redemption[]>([])
  const actionsOf = useRedemptionActions(setEdited)

  const addCodes = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited('new')}>
      {t('redemptions.add')}
    </Button>
  )
  const copySelected = () => {
    if (selected.length === 0) message.warning(t('redemptions.chooseOne'))
    else copy(selected.map(({ name, key }) => `${name}    ${key}`).join('\n'))
  }

  return (
    <ListPage title={t('layout.pages.redemptions')} intro={t('redemptions.intro')} aside={addCodes}>
      <FilterBar
        list={list}
        end={
          <Button icon={<CopyOutlined />} onClick={copySelected}>
            {t('redemptions.copySelected')}
          </Button>
        }
      >
        {REDEMPTION_FILTERS.map(name => (
          <SearchInput
            key={name}
            label={t(`redemptions.filters.${name}`)}
            value={list.filters[name]}
            onSearch={text => list.setFilters({ [name]: text })}
            style={{ width: 260 }}
          />
        ))}
      </FilterBar>
      <BulkBar count={selected.length} onClear={() => setSelected([])}>
        <Button size="small" onClick={copySelected}>
          {t('redemptions.copySelected')}
        </Button>
      </BulkBar>
      <DataTable
        list={list}
        query={useRedemptions(list)}
        columns={columns}
        nameOf={({ name }) => name}
        actions={actionsOf}
        isDimmed={({ status }) => status !== REDEMPTION_STATUS.unused}
        selection={{ selected, onSelect: setSelected }}
        first={{ title: t('redemptions.emptyTitle'), hint: t('redemptions.emptyHint'), action: addCodes }}
      />
      {edited && (
        <RedemptionForm
          redemption={edited === 'new' ? undefined : edited}
          onCreated={setCreated}
          onClose={() => setEdited(undefined)}
        />
      )}
      {created && <CreatedCodes codes={created} onClose={() => setCreated(undefined)} />}
    </ListPage>
  )
}

function useRedemptionActions(edit: (redemption: Redemption) => void): (redemption: Redemption) => RowAction[] {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const toastWithUndo = useUndoToast()
  const { mutate: switchRedemption } = useSwitchRedemption()
  const { mutate: remove } = useDeleteRedemption()

  const turn = ({ id, name }: Redemption, isOn: boolean) => {
    const said = t(isOn ? 'redemptions.enabled' : 'redemptions.disabled', { name })
    const undo = () => switchRedemption({ id, isOn: !isOn })
    switchRedemption({ id, isOn }, { onSuccess: () => toastWithUndo(said, undo) })
  }
  const askAndDelete = async ({ id, name, status }: Redemption) => {
    const isUsed = status === REDEMPTION_STATUS.used
    const agreed = await confirm({
      title: t('redemptions.deleteTitle', { name }),
      consequence: t(isUsed ? 'redemptions.deleteUsedConsequence' : 'redemptions.deleteConsequence'),
      agree: t('redemptions.delete'),
      danger: true,
    })
    if (agreed) remove(id)
  }

  return redemption => {
    const isUnused = redemption.status === REDEMPTION_STATUS.unused
    return [
      {
        key: 'switch',
        label: isUnused ? t('redemptions.disable') : t('redemptions.enable'),
        icon: isUnused ? <PauseCircleOutlined /> : <PlayCircleOutlined />,
        frequent: true,
        disabled: redemption.status === REDEMPTION_STATUS.used,
        onClick: () => turn(redemption, !isUnused),
      },
      {
        key: 'edit',
        label: t('redemptions.edit'),
        icon: <EditOutlined />,
        frequent: true,
        disabled: !isUnused,
        onClick: () => edit(redemption),
      },
      {
        key: 'delete',
        label: t('redemptions.delete'),
        icon: <DeleteOutlined />,
        danger: true,
        onClick: () => askAndDelete(redemption),
      },
    ]
  }
}
