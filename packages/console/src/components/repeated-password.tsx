import { Form, Input } from 'antd'

interface Props {
  /** The name of the field; what it repeats is the field `password` of the same form. */
  name: string
  label: string
  mismatch: string
}

/** A password typed once more, so that a slip of the finger does not lock its owner out. */
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
