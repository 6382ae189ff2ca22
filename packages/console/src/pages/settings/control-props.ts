import type { OptionKey } from '@tollgate/contract'
import type { OptionWords } from '../../phrases/settings-words.ts'

/** The properties of every control of a setting. */
export interface ControlProps {
  optionKey: OptionKey
  words: OptionWords
  /** Its value as the text that is sent to the server. */
  text: string
  /** `undefined` discards the draft. */
  onWrite: (text: string | undefined) => void
  /** Of a secret: whether one is stored, and whether something was done to it. */
  isSet: boolean
  isTouched: boolean
  /** Common properties of all inputs. */
  input: {
    id: string
    disabled: boolean
    status: 'error' | ''
    onBlur: () => void
    'aria-describedby': string
    'aria-invalid': boolean
  }
}
