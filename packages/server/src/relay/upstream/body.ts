/** What is sent upstream: JSON text, or a streamed form. */
export type Body = string | AsyncIterable<Uint8Array>
