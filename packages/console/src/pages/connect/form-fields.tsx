import { CopyButton } from '../../components/copy-button.tsx'
import styles from './connect.module.css'

interface FormFieldsProps {
  /** `field: value` lines. */
  copied: string
  /** The same lines as shown. */
  shown: string
}

/** The fields of a client's own form, with a copy button for each value. */
export function FormFields({ copied, shown }: FormFieldsProps) {
  const shownFields = fieldsIn(shown)
  return (
    <dl className={styles.fields}>
      {fieldsIn(copied).map(([field, value], index) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            <code>{shownFields[index]?.[1]}</code>
            <CopyButton text={value} shown={shownFields[index]?.[1]} what={field} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const fieldsIn = (lines: string): [field: string, value: string][] =>
  lines.split('\n').map(line => {
    const end = line.indexOf(': ')
    return [line.slice(0, end), line.slice(end + 2)]
  })
