export { type Conversion, converted } from './converted.ts'
export type { Passage, WholePassed } from './passage.ts'
export { sameDialect } from './same-dialect.ts'
