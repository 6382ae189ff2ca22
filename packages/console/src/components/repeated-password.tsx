import { Form, Input } from 'antd'

interface Props {
  /** The name of the field; it repeats the field `password` of the same form. */
  name: string
  label: string
  mismatch: string
}

/** Asks for a password twice, so that a typing mistake does not lock its owner out. */
export const RepeatedPassword = ({ name, label, mismatch }: Props) => (
  <Form.Item
    name={name}
    label={label}
    dependencies={['password']}
    rules={[
      ({ getFieldValue }) => ({
        validator: async (_, value) => {
          if ((value ?? '') !== (getFieldValue('password') ?? '')) throw new Error(mismatch)
        },
      }),
    ]}
  >
    <Input.Password autoComplete="new-password" />
  </Form.Item>
)
