import { gemini } from './gemini.ts'
import type { Provider } from './provider.ts'

/** PaLM's API ended in 2024; its keys, host and header are Gemini's. */
export const palm: Provider = { ...gemini, type: 11, id: 'palm', name: 'Google PaLM2', color: 'orange' }
