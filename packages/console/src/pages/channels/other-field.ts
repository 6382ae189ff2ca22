import type { OtherField } from '@tollgate/contract'

/** The provider's own field: examples of each kind. */
export const OTHER_EXAMPLES: Record<OtherField, string> = {
  api_version: '2025-04-01-preview',
  plugin: 'pdf_extracter',
  region: 'us-central1',
  account_id: 'd6b5da8hk1awo8nap34ube6gh',
  version: 'v2.1',
  app_kind: 'chat',
  library_id: '123456',
  bot_id: '7342866812345',
}

/** The default for a newly chosen type. */
export const OTHER_DEFAULTS: Partial<Record<OtherField, string>> = { version: 'v2.1' }

/** Types that need this field. */
export const OTHER_NEEDED: readonly OtherField[] = ['account_id', 'library_id', 'bot_id']
