import { useTranslation } from 'react-i18next'
import styles from './home.module.css'

/** Endpoints of the gateway and their formats. */
const ENDPOINTS = [
  ['POST', '/v1/chat/completions', 'OpenAI'],
  ['POST', '/v1/responses', 'OpenAI'],
  ['POST', '/v1/messages', 'Anthropic'],
  ['POST', '/v1/messages/count_tokens', 'Anthropic'],
  ['POST', '/v1beta/models/{model}:generateContent', 'Gemini'],
  ['POST', '/v1beta/models/{model}:countTokens', 'Gemini'],
  ['GET', '/v1/realtime', 'OpenAI'],
  ['POST', '/v1/completions', 'OpenAI'],
  ['POST', '/v1/embeddings', 'OpenAI'],
  ['POST', '/v1/rerank', 'Jina'],
  ['POST', '/v1/images/generations', 'OpenAI'],
  ['POST', '/v1/images/edits', 'OpenAI'],
  ['POST', '/v1/audio/speech', 'OpenAI'],
  ['POST', '/v1/audio/transcriptions', 'OpenAI'],
  ['POST', '/v1/audio/translations', 'OpenAI'],
  ['POST', '/v1/moderations', 'OpenAI'],
  ['GET', '/v1/models', 'OpenAI'],
] as const

export function Endpoints() {
  const { t } = useTranslation()
  return (
    <section>
      <h2 className={styles.heading}>{t('home.endpoints')}</h2>
      <ul className={styles.endpoints} translate="no">
        {ENDPOINTS.map(([method, path, format]) => (
          <li key={path}>
            <span className={styles.method}>{method}</span>
            <code>{path}</code>
            <span className={styles.format}>{format}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
