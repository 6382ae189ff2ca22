/** Any JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined }

/** The document, as far as this project reads it. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string; license: Json }
  servers: Json
  tags: { name: string }[]
  paths: Record<string, Record<string, Json>>
  components: Record<string, Json>
}
