import { Button, Form } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeDialog } from './change-dialog.tsx'
import type { Planned } from './planned.ts'
import type { Batch } from './use-batch.ts'
import { usePlanned } from './use-planned.ts'

interface ChangeSelectedProps {
  /** Belongs to the page, which shows its progress: the selection, and this button with it, is gone when the change is undone. */
  batch: Batch
  title: string
  /** The button’s label: “Change”, unless it says more. */
  open?: string
  /** Shown while the changes are made. */
  changing: string
  chosen: number
  planned: Planned[]
  onChanged: () => void
  /** The fields for the changes. */
  children: ReactNode
}

/**
 * A button for the selected rows of a list; its dialog plans the changes, and makes them with one undo.
 */
export function ChangeSelected(props: ChangeSelectedProps) {
  const { batch, title, open, changing, chosen, planned, onChanged, children } = props
  const { t } = useTranslation()
  const make = usePlanned(batch)
  const [isOpen, setOpen] = useState(false)
  const change = async () => {
    setOpen(false)
    if (await make(changing, planned)) onChanged()
  }
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {open ?? t('components.many.open')}
      </Button>
      {isOpen && (
        <ChangeDialog
          title={title}
          chosen={chosen}
          planned={planned}
          onChange={() => void change()}
          onClose={() => setOpen(false)}
        >
          <Form layout="vertical" component="div">
            {children}
          </Form>
        </ChangeDialog>
      )}
    </>
  )
}
