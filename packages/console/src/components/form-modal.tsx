import { Modal, type ModalProps } from 'antd'
import { type SubmitEvent, useId } from 'react'

interface FormModalProps extends Omit<ModalProps, 'onOk'> {
  onOk: () => void
}

/** A dialog with fields. Enter in a field of one line presses its primary button. */
export function FormModal({ onOk, okButtonProps, children, ...modal }: FormModalProps) {
  const id = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // React passes it on to a form that this dialog lies over.
    event.stopPropagation()
    onOk()
  }
  return (
    <Modal {...modal} okButtonProps={{ ...okButtonProps, htmlType: 'submit', form: id }}>
      <form id={id} noValidate onSubmit={submit}>
        {children}
      </form>
    </Modal>
  )
}
