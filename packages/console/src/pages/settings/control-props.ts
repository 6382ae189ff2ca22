import type { OptionKey } from '@tollgate/contract'
import type { OptionWords } from '../../phrases/settings-words.ts'

/** What every control of a setting is given. */
export interface ControlProps {
  optionKey: OptionKey
  words: OptionWords
  /** What stands in it, as the text that goes over the wire. */
  text: string
  /** `undefined` takes the typing back. */
  onWrite: (text: string | undefined) => void
  /** Of a secret: whether one is stored, and whether something was done to it. */
  isSet: boolean
  isTouched: boolean
  /** What every input is given alike. */
  input: {
    id: string
    disabled: boolean
    status: 'error' | ''
    onBlur: () => void
    'aria-describedby': string
    'aria-invalid': boolean
  }
}
