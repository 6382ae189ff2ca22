export { rights as rightWords } from '@tollgate/contract/messages/fr/rights.ts'
