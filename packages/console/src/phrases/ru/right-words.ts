export { rights as rightWords } from '@tollgate/contract/messages/ru/rights.ts'
