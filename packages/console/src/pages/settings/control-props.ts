import type { OptionKey } from '@tollgate/contract'
import type { OptionWords } from '../../phrases/settings-words.ts'

/** The properties of every option's control. */
export interface ControlProps {
  optionKey: OptionKey
  words: OptionWords
  /** Its value as the text sent to the server. */
  text: string
  /** The text of any option, with unsaved input. */
  textOf: (key: OptionKey) => string
  /** `undefined` discards the draft. */
  onWrite: (text: string | undefined) => void
  /** For a secret: whether one is stored, and whether the user changed it. */
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
