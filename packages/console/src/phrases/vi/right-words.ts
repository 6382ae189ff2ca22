export { rights as rightWords } from '@tollgate/contract/messages/vi/rights.ts'
