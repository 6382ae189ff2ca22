export { type Conversion, converted } from './converted.ts'
export type { Passage, WholePassed } from './passage.ts'
export { reframed } from './reframed.ts'
export { sameDialect } from './same-dialect.ts'
