export { type FormEdits, rewriteForm, rewrittenBytes } from './edit.ts'
export { type FormReader, readForm } from './read.ts'
export { boundaryOf, MalformedForm } from './split.ts'
