export { editForm, type FormEdits, growthBy } from './edit.ts'
export { type FormReader, readForm } from './read.ts'
export { boundaryOf, MalformedForm } from './split.ts'
