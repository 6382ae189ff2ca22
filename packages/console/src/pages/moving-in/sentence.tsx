import { IMPORT_SENTENCES } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'

// Object.entries loses the type of the keys.
const CODES = new Map(
  (Object.keys(IMPORT_SENTENCES) as (keyof typeof IMPORT_SENTENCES)[]).map(code => [
    IMPORT_SENTENCES[code] as string,
    code,
  ]),
)

/** A report's sentence in the reader's language. A sentence of another version is shown in the server's words. */
export function Sentence({ said }: { said: string }) {
  const { t } = useTranslation()
  const code = CODES.get(said)
  return code ? t(`movingIn.sentences.${code}`) : <span lang="en">{said}</span>
}
